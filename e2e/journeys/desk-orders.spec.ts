import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { adminApi, heading, openDesk, placeOrders, test, toast } from '../support/desk.ts'
import { ONCE } from '../support/once.ts'
import { newOperator } from '../support/own-store.ts'
import { pdfPages } from '../support/pdf.ts'
import { readQrCode } from '../support/qr-code.ts'
import { signInBy } from '../support/shopper.ts'
import { expect } from '../support/test.ts'

const TWO_PRODUCTS = ['donut-strawberry-sprinkle', 'nuts-royal-mix']
const A5 = '148 × 210'
const LABEL = '100 × 150'
const A4 = '210 × 297'

const numberOf = (id = '') => id.slice(-8).toUpperCase()
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Work' }).getByRole('link', { name })
const rows = (page: Page) => page.locator('[data-row]')

/** Types keys that are one shortcut, such as `g o`. */
async function press(page: Page, keys: string) {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}

/** Opens a print document, which the desk shows in a new tab. */
async function printed(page: Page, open: () => Promise<void>) {
  const opened = page.context().waitForEvent('page')
  await open()
  const document = await opened
  await expect(document.locator('.print-sheet').first()).toBeVisible()
  return document
}

test(
  '20 orders are confirmed, packed, printed and shipped by keyboard alone',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const { ids, name } = await placeOrders(request, { count: 20, method: 'upi', products: TWO_PRODUCTS })
    await openDesk(page, await newOperator(request, store.dataFolder, 'manager'))
    await expect(heading(page, 'Today')).toBeVisible()

    async function selectAll(work: string) {
      await press(page, 'Control+k')
      await page.keyboard.type(`orders: ${work}`)
      await press(page, 'Enter')
      await expect(tab(page, work)).toHaveAttribute('aria-current', 'page')
      await press(page, '/')
      await page.keyboard.type(name)
      await expect(page).toHaveURL(/search=/)
      await expect(page.getByText('20 orders', { exact: true })).toBeVisible()
      await press(page, 'Tab')
      await press(page, 'a')
      await expect(page.getByText('20 orders selected')).toBeVisible()
    }

    await selectAll('To confirm')
    await press(page, 'c')
    await expect(page.getByRole('dialog', { name: 'Confirm 20 orders' })).toBeVisible()
    await press(page, 'Enter')
    await expect(toast(page, '20 orders confirmed')).toBeVisible()
    await selectAll('To pack')
    await press(page, 'p')
    for (let order = 1; order <= 20; order += 1) {
      await expect(page.getByText(`${order} of 20`)).toBeVisible()
      await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
      await press(page, 'Enter Enter')
    }
    await expect(page.getByText('20 orders packed')).toBeVisible()
    await selectAll('To hand over')
    await press(page, 'Shift+P')
    await expect(page.getByRole('link', { name: /^Packing slips/ })).toBeFocused()
    const slips = await printed(page, () => press(page, 'Enter'))
    expect(pdfPages(await slips.pdf({ preferCSSPageSize: true }))).toEqual(Array(20).fill(A5))
    await expect(slips.getByText('20 orders marked as printed')).toBeVisible()
    await slips.close()
    await press(page, 's')
    await page.keyboard.type('Delhivery')
    await press(page, 'Enter')
    await expect(toast(page, '20 orders shipped')).toBeVisible()

    const api = await adminApi(request, store.dataFolder)
    for (const id of ids)
      expect(await api('GET', `/admin/orders/${id}`)).toMatchObject({
        orderStatus: 'SHIPPED',
        printedAt: expect.any(String),
        packing: { packedAt: expect.any(String) },
        shipment: { courier: 'Delhivery' },
      })
  },
)

test('20 orders are confirmed, packed, printed and shipped by touch', async ({
  page,
  request,
  store,
  viewport,
  hasTouch,
}) => {
  test.skip(!hasTouch || viewport?.width !== 390, 'needs a phone')
  const { ids, name } = await placeOrders(request, { count: 20, method: 'upi' })
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'))

  async function selectAll(work: string) {
    await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Orders' }).tap()
    await tab(page, work).tap()
    await page.getByRole('searchbox', { name: 'Search orders' }).fill(name)
    await expect(page).toHaveURL(/search=/)
    await expect(page.getByText('20 orders', { exact: true })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all' }).tap()
  }

  await selectAll('To confirm')
  await page.getByRole('button', { name: 'Confirm' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).tap()
  await expect(toast(page, '20 orders confirmed')).toBeVisible()
  await selectAll('To pack')
  await page.getByRole('button', { name: 'Pack one by one' }).tap()
  for (let order = 1; order <= 20; order += 1) {
    await expect(page.getByText(`${order} of 20`)).toBeVisible()
    await page.getByRole('checkbox', { name: /Strawberry/ }).tap()
  }
  await expect(page.getByText('20 orders packed')).toBeVisible()
  await selectAll('To hand over')
  await page.getByRole('button', { name: 'Print' }).tap()
  const labels = await printed(page, () => page.getByRole('link', { name: /^Labels/ }).tap())
  await expect(labels.locator('.print-sheet')).toHaveCount(20)
  await labels.close()
  await page.getByRole('button', { name: 'Ship' }).tap()
  await page.getByLabel('Courier').fill('DTDC')
  await page.getByRole('dialog').getByRole('button', { name: 'Ship' }).tap()
  await expect(toast(page, '20 orders shipped')).toBeVisible()
  const api = await adminApi(request, store.dataFolder)
  const { orders } = await api('GET', `/admin/orders?work=onTheWay&search=${encodeURIComponent(name)}`)
  expect(orders.map(({ purchaseId }: { purchaseId: string }) => purchaseId).toSorted()).toEqual(
    ids.toSorted(),
  )
})

test('a packer sees only orders to pack or hand over, without amounts, and packs one', async ({
  page,
  request,
  store,
}) => {
  const { ids, name } = await placeOrders(request, { products: TWO_PRODUCTS })
  await openDesk(page, await newOperator(request, store.dataFolder, 'packer'))
  await expect(page.getByRole('navigation', { name: 'Desk' }).getByRole('link')).toHaveText([
    'Today',
    'Orders',
    'Pack',
  ])
  await expect(page.getByRole('main').getByRole('link', { name: /To (?:pack|hand over)$/ })).toHaveCount(2)
  await expect(page.getByText('Revenue of 14 days')).toBeHidden()
  await page.goto('/desk/orders')
  await expect(page.getByRole('navigation', { name: 'Work' }).getByRole('link')).toHaveCount(2)
  const row = page.getByRole('row').filter({ hasText: numberOf(ids[0]) })
  await expect(row).toContainText(name)
  await expect(page.getByRole('main')).not.toContainText('₹')
  await row.getByRole('link').click()
  await expect(heading(page, `Order #${numberOf(ids[0])}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund' })).toBeHidden()
  await expect(page.getByRole('main')).not.toContainText('₹')
  await page.getByRole('button', { name: 'Pack' }).click()
  await expect(page.getByText('Contains gluten, milk, egg')).toBeVisible()
  const lines = page.getByRole('main').getByRole('checkbox')
  await lines.first().press('Space')
  await expect(lines.first()).toBeChecked()
  await lines.nth(1).click()
  await expect(page.getByText('1 order packed')).toBeVisible()
})

test('some units are refunded, and the refund is paid by hand', async ({ page, request, store }) => {
  const { ids, totalAmount } = await placeOrders(request, { method: 'upi', products: TWO_PRODUCTS })
  const api = await adminApi(request, store.dataFolder)
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), `/desk/orders/${ids[0]}`)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('The shopper gave the reference 40210')).toBeVisible()
  await page.getByLabel('Reference of the payment').fill('402110')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Confirmed')).toBeVisible()

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await expect(dialog.getByRole('button', { name: `Refund ₹${totalAmount}` })).toBeVisible()
  await dialog.getByLabel('Some units').check()
  await dialog.getByLabel('Units of Strawberry Sprinkle Donut').fill('1')
  await dialog.getByLabel('Reason').fill('Broken')
  await expect(dialog).toContainText('You pay it back yourself')
  // Pressed twice, it is one refund.
  await dialog.getByRole('button', { name: 'Refund ₹89' }).dblclick()
  await expect(toast(page, '₹89 goes back')).toBeVisible()
  await page.getByRole('button', { name: 'Paid by hand' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'It is paid' }).click()
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('Paid back')
  const { refunds } = await api('GET', `/admin/orders/${ids[0]}`)
  expect(refunds).toMatchObject([{ amount: 89, state: 'done', items: [{ quantity: 1 }] }])

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByLabel('Reason').fill('The other one too')
  await dialog.getByRole('button', { name: /^Refund ₹/ }).click()
  await page.getByRole('button', { name: 'Give up' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click()
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('Given up')
})

test(
  'a refund goes through the payment provider, or is tried again and then paid by hand',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const [good, refused] = [
      await placeOrders(request, { card: '4242424242424242' }),
      await placeOrders(request, { card: '4000000000005126' }),
    ]
    const api = await adminApi(request, store.dataFolder)
    for (const { ids } of [good, refused])
      await api('POST', `/admin/orders/${ids[0]}/cancel`, { reason: 'Sold out' })
    const operator = await newOperator(request, store.dataFolder, 'manager')
    await openDesk(page, operator, `/desk/orders/${good.ids[0]}`)
    const refunds = page.getByRole('region', { name: 'Refunds' })
    await expect(refunds).toContainText('Paid back by the payment provider')
    await expect(refunds.getByRole('button')).toHaveCount(0)

    await page.goto(`/desk/orders/${refused.ids[0]}`)
    const refusals = refunds.getByText('Refused by the payment provider')
    await expect(refusals).toHaveCount(1)
    await refunds.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
    await expect(toast(page, 'goes back')).toBeVisible()
    await expect(refusals).toHaveCount(2)
    await refunds.getByRole('button', { name: 'Paid by hand' }).last().click()
    await page.getByLabel('Reference of your payment').fill('402110')
    await page.getByRole('dialog').getByRole('button', { name: 'It is paid' }).click()
    await expect(refunds).toContainText('Paid back by hand')
    await expect(refunds.getByRole('button')).toHaveCount(0)
  },
)

test(
  'an operator is told what another one did to the same order meanwhile',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const { ids } = await placeOrders(request)
    const api = await adminApi(request, store.dataFolder)
    await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), `/desk/orders/${ids[0]}`)
    await page.getByLabel('New note').fill('Ring twice')
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Ring twice')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Reason').fill('Out of stock')
    await api('POST', `/admin/orders/${ids[0]}/ship`, { courier: 'Blue Dart' })
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
    await expect(page.getByRole('alert')).toContainText('Shipped (Blue Dart')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect((await api('GET', `/admin/orders/${ids[0]}`)).orderStatus).toBe('SHIPPED')
    await page.getByRole('button', { name: 'Delivered' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delivered' }).click()
    await expect(toast(page, 'Delivered')).toBeVisible()
  },
)

test(
  'new orders wait behind a bar, and refused ones of a bulk action are named',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const { ids } = await placeOrders(request, { count: 2 })
    await openDesk(page, await newOperator(request, store.dataFolder), '/desk/orders?work=pack')
    await expect(rows(page).first()).toHaveText(`#${numberOf(ids[1])}`)
    const later = await placeOrders(request, { count: 2 })
    await expect(page.getByRole('button', { name: '2 new' })).toBeVisible()
    await expect(rows(page).first()).toHaveText(`#${numberOf(ids[1])}`)
    await page.getByRole('button', { name: '2 new' }).click()
    await expect(rows(page).first()).toHaveText(`#${numberOf(later.ids[1])}`)

    await page.getByLabel(`Select order ${numberOf(ids[0])}`).check()
    await page.getByLabel(`Select order ${numberOf(ids[1])}`).check()
    const api = await adminApi(request, store.dataFolder)
    await api('POST', `/admin/orders/${ids[0]}/cancel`, { reason: 'Out of stock' })
    await page.getByRole('button', { name: 'Mark as packed' }).click()
    await expect(toast(page, '1 order packed')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(`#${numberOf(ids[0])}`)
  },
)

test(
  'slips, labels and the pick list have their pages and sizes, and the code decodes',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const { ids } = await placeOrders(request, { count: 3, products: TWO_PRODUCTS })
    const operator = await newOperator(request, store.dataFolder, 'packer')
    const query = `ids=${ids.join(',')}`
    await openDesk(page, operator, `/desk/print/labels?${query}`)
    const code = page.getByRole('img', { name: `Code of order ${numberOf(ids[0])}` })
    expect(await readQrCode(code)).toBe(numberOf(ids[0]))
    for (const [kind, sizes] of [
      ['labels', Array(3).fill(LABEL)],
      ['slips', Array(3).fill(A5)],
      ['pick-list', [A4]],
    ] as const) {
      await page.goto(`/desk/print/${kind}?${query}`)
      await expect(page.locator('.print-sheet').first()).toBeVisible()
      expect(pdfPages(await page.pdf({ preferCSSPageSize: true })), kind).toEqual(sizes)
    }
    await expect(page.getByRole('row').filter({ hasText: 'Strawberry' })).toContainText('3')
  },
)

test('a ticket is acknowledged, replied to and closed', { tag: ONCE }, async ({ page, request, store }) => {
  const { ids, name, shopper } = await placeOrders(request)
  const orderNumber = numberOf(ids[0])
  const complaint = { name, email: shopper.email, orderNumber, text: 'The box was wet' }
  await request.post('/api/tickets', { data: complaint })
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), '/desk/tickets')
  await page.getByRole('link').filter({ hasText: name }).click()
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(toast(page, 'Acknowledged')).toBeVisible()
  await page.getByLabel(`Answer to ${name}`).fill('A new box is on its way')
  await page.getByRole('button', { name: 'Send and close' }).click()
  await expect(page.getByRole('region', { name: 'What the shop did' })).toContainText('A new box')
  await page.getByRole('link', { name: orderNumber }).click()
  await expect(rows(page)).toHaveText([`#${orderNumber}`])
})

test(
  'a customer is found and erased after typing the word',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const { ids, name, shopper } = await placeOrders(request)
    const api = await adminApi(request, store.dataFolder)
    await api('POST', `/admin/orders/${ids[0]}/ship`, { courier: 'DTDC' })
    await api('POST', `/admin/orders/${ids[0]}/deliver`, {})
    await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), '/desk/customers')
    await page.getByRole('searchbox', { name: 'Search customers' }).fill(name)
    await page.getByRole('link', { name }).click()
    await expect(heading(page, name)).toBeVisible()
    await page.getByRole('button', { name: 'Erase personal data' }).click()
    const erase = page.getByRole('dialog').getByRole('button', { name: 'Erase' })
    await expect(erase).toBeDisabled()
    await page.getByLabel(/^Type/).fill('erase')
    await erase.click()
    await expect(toast(page, 'Erased, also in 1 order')).toBeVisible()
    await expect(signInBy(request, shopper)).rejects.toThrow()
    expect(JSON.stringify(await api('GET', `/admin/orders/${ids[0]}`))).not.toContain(name)
  },
)

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `every screen for orders is accessible and fits in the ${colorScheme} colours`,
    { tag: colorScheme === 'dark' ? ONCE : [] },
    async ({ page, request, store }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { ids, shopper } = await placeOrders(request, { count: 2, method: 'upi' })
      const complaint = { name: 'Ravi', email: shopper.email, orderNumber: '', text: 'The box was wet' }
      const { number } = (await (await request.post('/api/tickets', { data: complaint })).json()).data
      const api = await adminApi(request, store.dataFolder)
      await openDesk(page, await newOperator(request, store.dataFolder))
      async function check(what: string) {
        await expect(page.getByText('Loading…')).toBeHidden()
        expect(await accessibilityViolations(page), what).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow, what).toBe(0)
      }
      const screens = [
        ['/desk/today', 'Today'],
        ['/desk/orders?method=upi', 'Orders'],
        ['/desk/orders?search=nothing+has+this+name', 'Orders'],
        ['/desk/pack?orders=unknown', 'Pack'],
        [`/desk/pack?orders=${ids[1]}`, 'Pack'],
        ['/desk/tickets', 'Tickets'],
        [`/desk/tickets/${number}`, `Ticket ${number}`],
        ['/desk/customers', 'Customers'],
        [`/desk/print/labels?ids=${ids[0]}`, 'Labels'],
      ] as const
      for (const [path, title] of screens) {
        await page.goto(path)
        await expect(heading(page, title)).toBeVisible()
        await check(path)
      }
      await page.goto('/desk/orders?work=confirm')
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      await check('a selection')
      const dialog = page.getByRole('dialog')
      /** Opens a dialog by its button, checks it, and closes it. */
      async function checkDialog(label: string) {
        // The name of a button may end with its key.
        await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
        await expect(dialog).toBeVisible()
        await check(`the dialog of ${label}`)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }
      for (const name of ['Print', 'Confirm', 'Ship']) await checkDialog(name)

      await page.goto(`/desk/orders/${ids[0]}`)
      await page.getByRole('button', { name: 'Confirm' }).click()
      await check('the dialog of a payment')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(toast(page, 'Confirmed')).toBeVisible()
      await check('a toast')
      for (const name of ['Ship', 'Cancel', 'Print', 'Go to']) await checkDialog(name)
      await page.keyboard.press('?')
      await check('the list of keys')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Refund', exact: true }).click()
      await page.getByLabel('Some units').check()
      await check('the dialog of a refund')
      await page.getByLabel('Everything that is left').check()
      await page.getByLabel('Reason').fill('Broken')
      await dialog.getByRole('button', { name: /^Refund/ }).click()
      for (const name of ['Paid by hand', 'Give up']) await checkDialog(name)
      await api('POST', `/admin/orders/${ids[0]}/ship`, { courier: 'DTDC' })
      await expect(page.getByText('DTDC')).toHaveCount(2)
      await checkDialog('Delivered')
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await page.getByLabel('Reason').fill('Lost')
      await api('POST', `/admin/orders/${ids[0]}/deliver`, {})
      await dialog.getByRole('button', { name: 'Cancel the order' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await check('a change by somebody else')
      await page.getByRole('link', { name: 'All orders of this customer' }).click()
      await checkDialog('Erase personal data')

      await page.goto('/desk/orders/unknown')
      await expect(page.getByText('This could not be loaded')).toBeVisible()
      await check('an order that does not exist')
      await page.goto('/desk/orders')
      await page.context().setOffline(true)
      await expect(page.getByText('This device is offline.')).toBeVisible()
      await check('a device that is offline')
    },
  )
}
