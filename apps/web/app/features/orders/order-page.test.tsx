// @vitest-environment happy-dom
import { setTimeout as wait } from 'node:timers/promises'
import type { LinkedOrder } from '@nashta/contracts/orders/order-link'
import { CANCEL_TOO_LATE } from '@nashta/contracts/orders/order-texts'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { aPurchase } from '@nashta/contracts/orders/purchase.fixture'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createRoutesStub } from 'react-router'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { getQueryClient, QueryCacheProvider } from '../../data/products/query-client.tsx'
import { waitUntil } from '../../wait-until.fixture.ts'
import { OrderPage } from './order-page.tsx'
import type { OrderAccess } from './order-queries.ts'
import type { PayForm as PayFormType } from './payment/rest-panel.tsx'

/** So far ahead that nothing expires while the tests run. */
const FAR_FUTURE = '2126-11-16T03:00:00.000Z'
const UPI = {
  uri: 'upi://pay?pa=nashta@bank',
  vpa: 'nashta@bank',
  name: 'Nashta Foods',
  amount: 499,
}

// Hooks of `onTestFinished` run in reverse order, so this one comes after the pages of a test are unmounted.
beforeEach(() => onTestFinished(() => void vi.unstubAllGlobals()))

it('an order with offers names them, and its rows add up to the total', async () => {
  const discounts = [{ name: 'Diwali', code: 'DIWALI', amount: 118.2, delivery: 40 }]
  const { page } = await show({ discounts, totalAmount: 1_00_100 })
  expect(page.textContent).toContain(
    'Subtotal₹1,00,178.20Shipping₹40Diwali (DIWALI)−₹118.20Total Amount₹1,00,100',
  )
})

it('an order page shows the total with its parts, and the seller for the printed receipt', async () => {
  const { page } = await show({ shippingFee: 40, totalAmount: 1_00_218.2 })

  for (const fact of [
    'Order #AB12CD34',
    'Subtotal₹1,00,178.20Shipping₹40Total Amount₹1,00,218.20',
    'Asha Rao12 MG Road',
    aShop().legalName,
    `FSSAI licence ${aShop().fssai}`,
  ])
    expect(page.textContent).toContain(fact)
  expect(page.querySelector('a[href="/grievance?order=AB12CD34"]')).not.toBeNull()
})

it('an order page shows what the shopper added to the order, and nothing without it', async () => {
  const { page } = await show({ details: { shopNote: 'Please ring twice.\nThank you!' } })
  expect(page.textContent).toContain('Note to the shopPlease ring twice.\nThank you!')
  expect((await show({})).page.textContent).not.toContain('Note to the shop')
})

it('a small order shares the bill of its day, and its shopper asks for an own one', async () => {
  const daily = aShop({ smallBills: 'daily' })
  const { page, requests } = await show({ totalAmount: 199.99 }, { shop: daily })
  expect(page.textContent).toContain('Small orders of a day share one bill.')
  const button = [...page.querySelectorAll('button')].find(({ textContent }) =>
    textContent?.includes('of my own'),
  )
  await act(async () => button?.click())
  expect(requests.at(-1)?.[0]).toBe('POST /api/purchases/order/01jczzzzzzzzzzzzab12cd34/own-bill')
  for (const [fields, shop] of [
    [{ totalAmount: 200 }, daily],
    [{ totalAmount: 199.99 }, aShop()],
    [{ totalAmount: 199.99, details: { gstin: '32AQGPT3408B1ZA' } }, daily],
    [{ totalAmount: 199.99, orderStatus: 'CANCELLED' }, daily],
    [{ totalAmount: 199.99, bills: [{ id: 'bill', number: 'INV/2627/0001' }] }, daily],
  ] satisfies [Partial<Purchase>, ReturnType<typeof aShop>][])
    expect((await show({ ...fields }, { shop })).page.textContent).not.toContain('share one bill')
  const asked = await show({ totalAmount: 199.99, wantsOwnBill: true }, { shop: daily })
  expect(asked.page.textContent).toContain('Your own bill comes when your snacks leave the shop.')
})

it('an order page and its receipt show what remains, with what was refunded beside it', async () => {
  const [laddoo, ...others] = aPurchase().items
  if (!laddoo) throw new Error('The order has no items')
  const { page } = await show({
    items: [{ ...laddoo, remaining: 1 }, ...others],
    money: { paid: 1_00_178.2, refunded: 118.8, remains: 1_00_059.4 },
  })
  for (const fact of [
    'Qty: 1 (2 of 3 refunded)₹59.40₹59.40 each',
    'Qty: 2₹1,00,000',
    'Subtotal as Ordered₹1,00,178.20ShippingFREETotal as Ordered₹1,00,178.20',
    'Paid₹1,00,178.20Refunded₹118.80Remains₹1,00,059.40',
  ])
    expect(page.textContent).toContain(fact)
})

/** A minute of the first hour in which orders of tests change. */
const at = (minute: number) => `2026-01-01T12:0${minute}:00.000Z`

it('one timeline has edits with what they changed, parcels with their links, what came back and refunds', async () => {
  const edited = (editId: string, minute: number, after: number) => ({
    editId,
    at: at(minute),
    lines: [{ productId: 'laddoo', name: 'Besan Laddoo', price: 59.4, before: 3, after }],
    parts: ['phone'],
    shippingFee: { before: 0, after: 0 },
    discount: { before: 0, after: 0 },
    lostOffers: [],
    total: { before: 178.2, after: after * 59.4 },
  })
  const { page } = await show({
    edits: [edited('E1', 1, 2), edited('E2', 2, 1)],
    parcels: [
      {
        parcelId: 'P1',
        courier: 'DTDC',
        trackingUrl: 'https://dtdc.example/1',
        state: 'back',
        shippedAt: at(3),
        updatedAt: at(4),
      },
    ],
    timeline: [
      { at: at(0), kind: 'placed' },
      { at: at(1), kind: 'edited', amount: 118.8 },
      { at: at(2), kind: 'edited', amount: 59.4 },
      { at: at(3), kind: 'shipped', parcelId: 'P1' },
      { at: at(4), kind: 'comingBack', note: 'The parcel was refused at the door' },
      { at: at(5), kind: 'refundRequested', amount: 59.4, note: 'Refused' },
    ],
  })
  const list = [...page.querySelectorAll('ol')].find((each) => each.textContent?.includes('Order placed'))
  const entries = [...(list?.children ?? [])].map((entry) => entry.textContent ?? '')
  expect(entries).toEqual([
    expect.stringMatching(/^Refund requested: ₹59\.40.*Refused$/),
    expect.stringMatching(/^On its way back to the shop.*The parcel was refused at the door$/),
    expect.stringMatching(/^Shipped.*DTDC.*Track it$/),
    expect.stringMatching(
      /^We have changed your order: ₹59\.40.*Besan Laddoo: 1 instead of 3Another phone number$/,
    ),
    expect.stringMatching(
      /^We have changed your order: ₹118\.80.*Besan Laddoo: 2 instead of 3Another phone number$/,
    ),
    expect.stringMatching(/^Order placed/),
  ])
})

it.each<[string, Partial<Purchase>, string]>([
  ['is checked with the bank', { payment: { state: 'checking' } }, 'Waiting for the bank'],
  ['expired', { orderStatus: 'CANCELLED', payment: { state: 'unpaid', message: 'Too late' } }, 'Too late'],
  ['was cancelled', { orderStatus: 'CANCELLED', payment: { state: 'unpaid' } }, 'We have seen no payment.'],
  [
    'was cancelled before cash was paid',
    {
      orderStatus: 'CANCELLED',
      payment: { state: 'unpaid' },
      paymentDetails: { method: 'cod', transactionId: 'cod_1' },
    },
    'Nothing to pay.',
  ],
  [
    'was cancelled after its shopper said that it is paid',
    { orderStatus: 'CANCELLED', payment: { state: 'claimed', message: 'Not found yet.' } },
    'Not found yet. We still look for the payment, and send you a mail when we know more.',
  ],
  ['has an unknown payment state', { payment: { state: 'underReview' } }, 'StatusUnder review'],
  ['has an unknown event', { timeline: [{ at: FAR_FUTURE, kind: 'giftWrapped' }] }, 'Gift wrapped'],
  ['was paid by an unknown method', { paymentDetails: { method: 'wallet', transactionId: '' } }, 'WALLET'],
])('the page of an order that %s says so', async (_case, fields, text) => {
  expect((await show(fields)).page.textContent).toContain(text)
})

it.each<[string, boolean, Partial<Purchase>]>([
  ['confirmed', true, {}],
  ['cancelled', false, { orderStatus: 'CANCELLED' }],
  ['not paid yet', false, { payment: { state: 'waiting', upi: UPI } }],
])('the receipt of an order that is %s can be printed: %s', async (_case, expected, fields) => {
  expect((await show(fields)).page.textContent.includes('Print receipt')).toBe(expected)
})

it('a UPI payment shows how to pay and the time left, and can be reported as paid', async () => {
  const waiting = { state: 'waiting', expiresAt: FAR_FUTURE, upi: UPI }
  const { page, requests } = await show({ totalAmount: 499, payment: waiting })
  // The code of this URI has 25 modules, and a border of 4 on each side.
  expect(page.querySelector('svg[role="img"]')?.getAttribute('viewBox')).toBe('0 0 33 33')
  expect(page.textContent).toContain('UPI IDnashta@bankNashta Foods')
  expect(page.textContent).toContain('Amount₹499')
  expect(page.querySelector('[role="timer"]')?.textContent).toMatch(/^\d+:\d\d:\d\d$/)

  await submit(page, { reference: 'not a number!' })
  expect(page.textContent).toContain('A reference number has up to 35 letters, digits and dashes')
  expect(document.activeElement).toBe(page.querySelector('input[name="reference"]'))

  await submit(page, { reference: '512345678901' })
  expect(requests.at(-1)).toEqual([
    'POST /api/purchases/order/01jczzzzzzzzzzzzab12cd34/paid',
    { reference: '512345678901' },
  ])
})

it('the rest of a changed order is paid by the ways of the checkout, and a claim of it is shown', async () => {
  const owed = { amount: 200, expiresAt: FAR_FUTURE }
  const { page, requests } = await show({ owed })
  expect(page.querySelector('h2')?.textContent).toBe('₹200 is left to pay')
  await act(async () => buttonOf(page, 'Pay ₹200').click())
  await act(async () => buttonOf(page, 'Pay by UPI').click())
  expect(requests.at(-1)).toEqual([
    'POST /api/purchases/order/01jczzzzzzzzzzzzab12cd34/rest',
    { paymentDetails: { method: 'hosted', choice: 'upi' }, amount: 200 },
  ])
  const waiting = await show({ owed: { ...owed, payment: { state: 'waiting', upi: UPI } } })
  expect(waiting.page.textContent).toContain('Pay ₹200 by UPI')
  expect(waiting.page.textContent).toContain('After that, we undo the change')
  expect(buttonOf(waiting.page, 'Pay another way')).toBeDefined()
  const refused = await show({ owed: { ...owed, payment: { state: 'unpaid', message: 'Declined' } } })
  expect(refused.page.textContent).toContain('Declined')
  const claimed = await show({ owed: { ...owed, payment: { state: 'claimed', claimedReference: '51234' } } })
  expect(claimed.page.textContent).toContain('Your reference number: 51234')
})

it('an undone change that the shopper says is paid is still looked for', async () => {
  const amounts = { before: 200, after: 400 }
  const edit = {
    editId: 'E1',
    at: '2026-01-05T03:00:00.000Z',
    lines: [],
    parts: [],
    shippingFee: { before: 0, after: 0 },
    discount: { before: 0, after: 0 },
    lostOffers: [],
    total: amounts,
    undoneAt: '2026-01-06T03:00:00.000Z',
  }
  const { page } = await show({ edits: [edit], soughtAmount: 200 })
  expect(page.textContent).toContain('You told us that you have paid ₹200. We still look for the payment')
  expect((await show({ edits: [edit] })).page.textContent).not.toContain('We still look')
})

it.each([true, false])(
  'a link to the UPI app is there where the account takes links: %s',
  async (opensApp) => {
    const { page } = await show({ payment: { state: 'waiting', upi: { ...UPI, opensApp } } })
    const link = [...page.querySelectorAll('a')].find(({ textContent }) => textContent === 'Open my UPI app')
    expect(link?.getAttribute('href')).toBe(opensApp ? UPI.uri : undefined)
    expect(page.textContent).toContain(opensApp ? 'Nothing opens' : 'UPI apps take no link to this account')
  },
)

it('a shopper who reported a UPI payment without its reference number can send the number later', async () => {
  const claimed = { state: 'claimed', expiresAt: FAR_FUTURE, upi: UPI }
  const { page, requests } = await show({ payment: claimed })
  await submit(page, { reference: '512345678901' })
  expect(requests.at(-1)?.[1]).toEqual({ reference: '512345678901' })
  const numbered = await show({ payment: { ...claimed, claimedReference: '512345678901' } })
  expect(numbered.page.querySelector('input[name="reference"]')).toBeNull()
})

it('a payment at the provider can be tried again after it failed', async () => {
  // A field called `submit` hides the form's method `submit`. The page must still send the form.
  const form = { url: 'https://pay.example/embedded', fields: { order_id: 'order_1', submit: 'x' } }
  const posted: unknown[] = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    posted.push([this.action, Object.fromEntries(new FormData(this))])
  })
  const { page } = await show({ payment: { state: 'waiting', form } }, { providerResult: 'failed' })

  expect(page.querySelector('[role="alert"]')?.textContent).toContain('The payment did not go through.')
  await act(async () => buttonOf(page, 'Pay ₹1,00,178.20 now').click())
  expect(posted).toEqual([[form.url, form.fields]])
})

it('an order is cancelled with a reason', async () => {
  const { page, requests } = await show({ mayCancel: true })
  await act(async () => buttonOf(page, 'Cancel order').click())
  const dialog = page.querySelector('dialog') ?? page

  await submit(dialog, {})
  expect(dialog.textContent).toContain('Please say why you cancel the order')

  await chooseReason(dialog, 'Another reason')
  await submit(dialog, { reasonText: ' Too spicy ' })
  expect(requests.at(-1)).toEqual([
    'POST /api/purchases/order/01jczzzzzzzzzzzzab12cd34/cancel',
    { reason: 'Too spicy' },
  ])
})

it('the dialog stays open while an order is being cancelled, and then says that it failed', async () => {
  const { page } = await show({ mayCancel: true })
  await act(async () => buttonOf(page, 'Cancel order').click())
  const dialog = page.querySelector('dialog') ?? page
  await chooseReason(dialog, 'I ordered by mistake')
  const response = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => response.promise)
  await submit(dialog, {})

  // Escape makes the browser send this event.
  await act(async () => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
  await act(async () => buttonOf(page, 'Keep the order').click())
  expect(page.querySelector('dialog')).toBe(dialog)
  await act(async () => response.reject(new TypeError('Failed to fetch')))
  expect(dialog.textContent).toContain('The order could not be cancelled. Please try again.')

  await act(async () => buttonOf(page, 'Keep the order').click())
  expect(page.querySelector('dialog')).toBeNull()
})

it('the dialog says that an order is being packed meanwhile, until the shopper closes it', async () => {
  const { page } = await show({ mayCancel: true })
  await act(async () => buttonOf(page, 'Cancel order').click())
  const dialog = page.querySelector('dialog') ?? page
  await chooseReason(dialog, 'I ordered by mistake')
  vi.stubGlobal('fetch', async (_path: string, { method }: { method: string }) =>
    method === 'POST'
      ? Response.json({ code: 'CANCEL_TOO_LATE', message: CANCEL_TOO_LATE }, { status: 409 })
      : Response.json({ data: aPurchase({ timeline: [{ at: FAR_FUTURE, kind: 'packed' }] }) }),
  )
  await submit(dialog, {})
  await waitUntil(() => page.textContent.includes('Packed'))
  expect(page.querySelector('dialog')).toBe(dialog)
  expect(dialog.textContent).toContain(CANCEL_TOO_LATE)

  await act(async () => buttonOf(page, 'Keep the order').click())
  expect(page.querySelector('dialog')).toBeNull()
  expect(page.textContent).not.toContain('Cancel order')
  // The button that opened the dialog is gone.
  expect(document.activeElement).toBe(page.querySelector('h1'))
})

it('a linked order shows no more than the town, and is cancelled through its link', async () => {
  const { shippingAddress: _address, ...facts } = aPurchase({ mayCancel: true })
  const order = { ...facts, deliverTo: { city: 'Bengaluru', pincode: '560001' } }
  const { page, requests } = await show(order, { link: { token: 'token-of-link' } })

  expect(requests).toEqual([['GET /api/order-links/token-of-link', undefined]])
  expect(page.textContent).toContain('Delivery toBengaluru - 560001')
  expect(page.textContent).toContain('Print receipt')
  expect(page.textContent).not.toContain('Purchase History')
  expect(page.textContent).not.toContain('Make a new link')

  await act(async () => buttonOf(page, 'Cancel order').click())
  const dialog = page.querySelector('dialog') ?? page
  await chooseReason(dialog, 'I ordered by mistake')
  await submit(dialog, {})
  expect(requests.at(-1)).toEqual([
    'POST /api/order-links/token-of-link/cancel',
    { reason: 'I ordered by mistake' },
  ])
})

it('a shopper makes a new link to an order, and can copy it', async () => {
  const { page, requests } = await show({})
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    requests.push([`${method} ${path}`, undefined])
    return Response.json({ data: { token: 'token-of-link' } })
  })
  await act(async () => buttonOf(page, 'Make a new link').click())
  expect(requests.at(-1)?.[0]).toBe('POST /api/purchases/order/01jczzzzzzzzzzzzab12cd34/link')
  expect(page.textContent).toContain(`${location.origin}/orders/token-of-link`)
  expect(buttonOf(page, 'Copy the link')).toBeDefined()
})

const TICKET = {
  number: 'G-7KQ2M4XD',
  token: 'token-of-ticket',
  kind: 'late',
  status: 'acknowledged',
  orderNumber: 'AB12CD34',
  text: 'Where is it?',
  pictures: [],
  createdAt: FAR_FUTURE,
  acknowledgeBy: FAR_FUTURE,
  resolveBy: FAR_FUTURE,
  steps: [{ kind: 'replied', at: FAR_FUTURE, text: 'It comes tomorrow' }],
}

it('an order page shows the reply of the shop, and its help form refuses an empty request', async () => {
  const { page, requests } = await show({})
  // The tickets arrive after the order.
  await waitUntil(() => page.textContent.includes('The delivery is late'))
  expect(page.textContent).toContain('The delivery is lateWe are looking into it')
  expect(page.textContent).toContain('Our answer: It comes tomorrow')

  await act(async () => buttonOf(page, 'Get help with this order').click())
  await act(async () => void (await import('./help/help-form.tsx')))
  await submit(page, {})
  expect(page.textContent).toContain('Please choose what is wrong')
  // Only the order was requested: `requests` leaves out the call that lists the tickets.
  expect(requests).toHaveLength(1)
})

it('the page of a cancelled order says neither “Paid” nor “PROCESSING”', async () => {
  const { page } = await show({ orderStatus: 'CANCELLED', payment: { state: 'paid' } })
  expect(page.textContent).toContain('StatusTo be refunded')
  expect(page.textContent).not.toMatch(/Paid|PROCESSING/)
})

it('the page of an order that is not paid yet says nothing of its delivery', async () => {
  const { page } = await show({ orderStatus: 'PROCESSING', payment: { state: 'claimed' } })
  expect(page.querySelector('dl')?.textContent).toBe('OrderPROCESSING')
})

it('the day of delivery stands with the delivery', async () => {
  const { page } = await show({})
  const section = page.querySelector('[aria-label="Delivery"]')?.closest('section')
  expect(section?.textContent).toContain('Estimated DeliveryNovember 20, 2026')
})

/** A form with the one way that these tests need. */
const PayForm: PayFormType = ({ isBusy, onPay }) => (
  <button type="button" disabled={isBusy} onClick={() => onPay({ method: 'hosted', choice: 'upi' })}>
    Pay by UPI
  </button>
)

let shopperCount = 0

/** Shows the page of a new shopper, because the query cache holds orders by shopper. */
async function show(
  shown: Partial<Purchase> | LinkedOrder,
  {
    providerResult = null,
    link,
    shop = aShop(),
  }: { providerResult?: string | null; link?: OrderAccess; shop?: ReturnType<typeof aShop> } = {},
) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const order = 'deliverTo' in shown ? shown : aPurchase(shown)
  const requests: [string, unknown][] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    if (path.endsWith('/help') && method === 'GET') return Response.json({ data: { tickets: [TICKET] } })
    requests.push([`${method} ${path}`, body && JSON.parse(body)])
    return Response.json({ data: order })
  })
  const page = document.body.appendChild(document.createElement('main'))
  const root = createRoot(page)
  onTestFinished(() => {
    act(() => root.unmount())
    getQueryClient().clear()
    page.remove()
    vi.restoreAllMocks()
  })
  const userId = `shopper-${(shopperCount += 1)}`
  const access = link ?? { userId, orderId: order.purchaseId }
  const props = { access, providerResult, shop, addToCart: async () => {}, PayForm, push: null }
  const Page = createRoutesStub([{ path: '/', Component: () => <OrderPage {...props} /> }])
  await act(async () =>
    root.render(
      <QueryCacheProvider>
        <Page />
      </QueryCacheProvider>,
    ),
  )
  await waitUntil(() => page.querySelector('h1'))
  return { page, requests }
}

async function chooseReason(dialog: Element, reason: string) {
  const select = dialog.querySelector('select')
  await act(async () => {
    if (select) select.value = reason
    select?.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

/** Types the values into the inputs with these names, and submits the form. */
async function submit(container: Element, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    const input = container.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    await act(async () => {
      // React replaces the setter of `input.value`, and ignores values that were set through it.
      // This calls the original setter.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  await act(async () => container.querySelector<HTMLButtonElement>('form button[type="submit"]')?.click())
  await act(() => wait(5))
}

function buttonOf(page: Element, name: string) {
  const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!button) throw new Error(`There is no button called ${name} in: ${page.textContent}`)
  return button
}
