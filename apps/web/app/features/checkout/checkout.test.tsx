// @vitest-environment happy-dom
import { guardStorage } from '@nashta/browser/storage/browser-storage'
import { errorOfResponse, ShopError, STORE_UNREACHABLE } from '@nashta/contracts/api/shop-error'
import type { CartItem } from '@nashta/contracts/cart/cart'
import { aPurchase } from '@nashta/contracts/orders/purchase.fixture'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCheckoutAttempts } from './checkout-attempts.ts'
import { Checkout, type CheckoutProps } from './checkout.tsx'
import { SPECIFIED_METHODS } from './offered-methods.ts'
import type { OrderRequest } from './place-order.ts'
import { clearAddressDraft } from './shipping-form.tsx'

const donut: CartItem = {
  id: 'donut',
  productId: 'donut',
  name: 'Glazed Donut',
  price: 69,
  imageUrl: '',
  quantity: 2,
  category: 'Donuts',
}

let host: HTMLElement
let root: Root
let sent: { body: OrderRequest; key: string }[]
let keys: number

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = ''
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  sent = []
  keys = 0
})

afterEach(() => {
  act(() => root.unmount())
  clearAddressDraft()
  vi.unstubAllGlobals()
})

it('the checkout says that the cart is empty', () => {
  show({ lines: [] })

  expect(text()).toContain('Your cart is empty')
  expect(link('Continue Shopping')).toBeTruthy()
})

it('the order summary shows items, prices and free shipping', () => {
  show({})

  expect(text()).toContain('Glazed DonutQty: 2₹138')
  expect(text()).toContain('Subtotal₹138ShippingFREETotal₹138')
})

it('the address form focuses the first missing field and shows one sentence', () => {
  show({})
  click('Continue to Payment')

  expect(document.querySelectorAll('[role="alert"]')[0]?.textContent).toBe(
    'Please fill in all required shipping fields',
  )
  expect(document.activeElement).toBe(field('Full Name *'))

  fillShipping({ 'Full Name *': '   ' })
  click('Continue to Payment')
  expect(document.activeElement).toBe(field('Full Name *'))
})

it.each([
  ['card', 'Please fill in all card details'],
  ['upi', 'Please enter your UPI ID'],
  ['netbanking', 'Please select your bank'],
])('the payment form asks for the fields of %s', (method, message) => {
  show({})
  openPayment()
  choose(method)
  click('Pay ₹138')

  expect(text()).toContain(message)
  expect(sent).toEqual([])
})

it('an order is sent once, however often Pay is pressed, and without the CVV', async () => {
  const onPlaced = vi.fn<CheckoutProps['onPlaced']>()
  show({ onPlaced })
  openPayment()
  fillCard('4111 1111 1111 1111')
  await act(async () => {
    button('Pay ₹138').click()
    button('Pay ₹138').click()
  })

  expect(sent).toEqual([
    {
      key: 'key-1',
      body: {
        items: [donut],
        totalAmount: 138,
        paymentDetails: {
          method: 'card',
          cardNumber: '4111111111111111',
          cardHolderName: 'Asha Rao',
          expiryDate: '12/30',
        },
        shippingAddress: { ...homeAddress, addressLine2: '' },
      },
    },
  ])
  expect(onPlaced).toHaveBeenCalledOnce()
})

it('a declined payment returns to the payment step with the reason, without the CVV and with a new key', async () => {
  show({ refusals: [errorOfResponse(402, { code: 'PAYMENT_DECLINED', message: 'Your card was declined.' })] })
  openPayment()
  fillCard('4000000000000002')
  await press('Pay ₹138')

  expect(document.activeElement?.textContent).toContain('Your card was declined.')
  expect(field('Card Number *').value).toBe('4000000000000002')
  expect(field('CVV *').value).toBe('')

  type('CVV *', '321')
  await press('Pay ₹138')
  expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2'])
})

it.each<[string, Setup]>([
  ['refused without a message', { refusals: [errorOfResponse(402, '')] }],
  ['never received', { postOrder: async () => Promise.reject(new ShopError(STORE_UNREACHABLE, {})) }],
])(
  'a payment that the store %s returns to the payment step with a text to try again',
  async (_case, setup) => {
    show(setup)
    openPayment()
    choose('cod')
    await press('Pay ₹138')
    await act(async () => {})

    expect(document.activeElement?.textContent).toBe('Payment failed. Please try again.')
    expect(button('Pay ₹138')).toBeTruthy()
  },
)

it('an unexpected failure while the order is sent returns to the payment step, and a retry has the same key', async () => {
  let isBroken = true
  show({
    refusals: [new ShopError(STORE_UNREACHABLE, {})],
    wait: async () => {
      if (isBroken) throw new Error('The timer broke')
    },
  })
  openPayment()
  choose('cod')
  await press('Pay ₹138')
  expect(document.activeElement?.textContent).toBe('Payment failed. Please try again.')

  isBroken = false
  await press('Pay ₹138')
  expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
})

it('both forms keep their values when the shopper goes back and forth, except the CVV', () => {
  show({})
  openPayment()
  fillCard('4111111111111111')
  click('Back')
  expect(field('City *').value).toBe('Bengaluru')

  click('Continue to Payment')
  expect(field('Card Number *').value).toBe('4111111111111111')
  expect(field('Expiry Date *').value).toBe('12/30')
  expect(field('CVV *').value).toBe('')
})

it('a changed price is shown line by line, and charged only after another press', async () => {
  const details = {
    totalAmount: 150,
    items: [{ productId: 'donut', name: 'Glazed Donut', quantity: 2, price: 75 }],
  }
  show({
    refusals: [errorOfResponse(409, { code: 'PRICE_CHANGED', message: 'Prices have changed', details })],
  })
  openPayment()
  choose('cod')
  await press('Pay ₹138')

  expect(text()).toContain('Glazed Donut was ₹69, is now ₹75 each')
  expect(sent).toHaveLength(1)

  await press('Pay ₹150')
  expect(sent.map(({ key, body }) => [key, body.totalAmount])).toEqual([
    ['key-1', 138],
    ['key-2', 150],
  ])
})

it('a line with too little stock can be reduced to what is left', async () => {
  const changeLine = vi.fn<CheckoutProps['changeLine']>()
  const details = { items: [{ productId: 'donut', name: 'Glazed Donut', available: 1 }] }
  show({
    changeLine,
    refusals: [errorOfResponse(409, { code: 'OUT_OF_STOCK', message: 'Not enough', details })],
  })
  openPayment()
  choose('cod')
  await press('Pay ₹138')
  expect(text()).toContain('Glazed Donut has only 1 left')

  click('Take 1')
  click('Remove')
  expect(changeLine.mock.calls).toEqual([
    ['donut', 1],
    ['donut', 0],
  ])
})

it('no payment is sent offline', async () => {
  show({ online: false })
  openPayment()
  choose('cod')
  await press('Pay ₹138')

  expect(text()).toContain('You are offline.')
  expect(sent).toEqual([])
})

it('an order in flight during a reload is found', async () => {
  const attempts = createCheckoutAttempts(guardStorage(null), () => 'key-1')
  attempts.markSent(attempts.open('asha', 'anything'), 'earlier')
  const onPlaced = vi.fn<CheckoutProps['onPlaced']>()
  const order = aPurchase({ purchaseId: 'later' })
  await act(async () => show({ attempts, lines: [], fetchNewestOrder: async () => order, onPlaced }))

  expect(onPlaced).toHaveBeenCalledExactlyOnceWith(order)
  expect(sent).toEqual([])
})

it('a shopper whose session has ended is sent to sign in and finds the form as it was', async () => {
  const onSignInNeeded = vi.fn<CheckoutProps['onSignInNeeded']>()
  show({ onSignInNeeded, refusals: [errorOfResponse(401, { code: 'UNAUTHENTICATED', message: 'Sign in' })] })
  openPayment()
  choose('cod')
  await press('Pay ₹138')
  expect(onSignInNeeded).toHaveBeenCalledOnce()

  show({ key: 'back' })
  expect(field('City *').value).toBe('Bengaluru')
  show({ key: 'another shopper', userId: 'ravi' })
  expect(field('City *').value).toBe('')
})

it('the last address is filled in on a press', () => {
  show({ lastAddress: { ...homeAddress, city: 'Mysuru' } })
  expect(field('City *').value).toBe('')

  click('Use this address')
  expect(field('City *').value).toBe('Mysuru')
})

const karnataka = { district: 'Bangalore', state: { code: '29', name: 'Karnataka' } }
const tamilNadu = { district: 'Villupuram', state: { code: '33', name: 'Tamil Nadu' } }
const puducherry = { district: 'Pondicherry', state: { code: '34', name: 'Puducherry' } }

/** A Shop API whose terms are these for every pincode. */
function pincodes(terms: object, places = [karnataka]): CheckoutProps['fetchPincode'] {
  return async (pincode) => ({
    pincode,
    places,
    delivery: { serviceable: true, fee: 0, days: 5, by: '2026-01-06T12:00:00Z', cod: true, ...terms },
  })
}

async function typePincode(pincode: string) {
  type('Pincode *', pincode)
  await act(async () => {})
}

it('a pincode fills in city and state, and leaves what the shopper typed', async () => {
  show({ fetchPincode: pincodes({}) })
  await typePincode('560001')
  expect([field('City *').value, field('State *').value]).toEqual(['Bangalore', 'Karnataka'])

  type('City *', 'Bengaluru')
  await typePincode('560002')
  expect([field('City *').value, field('State *').value]).toEqual(['Bengaluru', 'Karnataka'])
})

it('a pincode in two states asks which one, and the state stays a text field', async () => {
  const asked: (string | undefined)[] = []
  const terms = pincodes({}, [tamilNadu, puducherry])
  show({
    fetchPincode: (pincode, state) => {
      asked.push(state)
      return terms(pincode)
    },
  })
  await typePincode('605105')
  expect(field('State *').value).toBe('')
  await act(async () => named('label', 'Puducherry').click())
  expect([field('City *').value, field('State *').value]).toEqual(['Pondicherry', 'Puducherry'])
  expect(asked).toEqual([undefined, '34'])
  await act(async () => type('State *', 'Pondy'))
  expect(field('State *').value).toBe('Pondy')
})

it('the delivery fee is in the total before the shopper pays, and the order is sent with it', async () => {
  show({ fetchPincode: pincodes({ fee: 49, freeFrom: 1000 }) })
  fillShipping({})
  await act(async () => {})
  expect(text()).toContain('Subtotal₹138Shipping₹49Total₹187')
  expect(text()).toContain('Delivers to 560001 by January 6, 2026, for ₹49')

  click('Continue to Payment')
  choose('cod')
  await press('Pay ₹187')
  expect(sent[0]?.body.totalAmount).toBe(187)
})

it('an order of the amount for free delivery has no fee', async () => {
  show({ fetchPincode: pincodes({ fee: 49, freeFrom: 138 }) })
  await typePincode('560001')
  expect(text()).toContain('ShippingFREETotal₹138')
})

it('an address that the shop does not deliver to is refused before the payment', async () => {
  show({ fetchPincode: pincodes({ serviceable: false }) })
  fillShipping({})
  await act(async () => {})
  click('Continue to Payment')
  expect(text()).toContain('We do not deliver to 560001 yet. Please choose another address.')
  expect(text()).toContain('Shipping Address')
})

it.each([
  [{ cod: false }, 'Cash on Delivery is not offered for your address.'],
  [{ codMax: 100 }, 'Cash on Delivery is possible up to ₹100.'],
])('cash on delivery with the terms %j cannot be chosen, and the page says why', async (terms, reason) => {
  show({ fetchPincode: pincodes(terms) })
  openPayment()
  await act(async () => {})
  expect(text()).toContain(reason)
  expect(document.querySelector<HTMLInputElement>('input[value="cod"]')?.disabled).toBe(true)
})

const saved = { ...homeAddress, addressId: 'home', isDefault: true }
const office = { ...homeAddress, fullName: 'Office', addressId: 'office', isDefault: false }

it('the default address is filled in, and another saved one can be chosen', async () => {
  show({ savedAddresses: [saved, office] })
  expect(field('Full Name *').value).toBe('Asha Rao')
  expect(text()).not.toContain('Save this address')
  const [, second] = document.querySelectorAll<HTMLInputElement>('input[name="savedAddress"]')
  act(() => second?.click())
  expect(field('Full Name *').value).toBe('Office')
})

it.each([true, false])('a new address is saved only when the shopper asks for it: %j', (isAsked) => {
  const onSaveAddress = vi.fn<NonNullable<CheckoutProps['onSaveAddress']>>()
  show({ savedAddresses: [saved], onSaveAddress })
  fillShipping({ 'Full Name *': 'Mother' })
  if (isAsked) act(() => field('Save this address').click())
  click('Continue to Payment')
  expect(onSaveAddress.mock.calls.map(([{ fullName }]) => fullName)).toEqual(isAsked ? ['Mother'] : [])
})

it('an order can be placed with a pincode that the store does not know', async () => {
  show({ fetchPincode: () => Promise.reject(errorOfResponse(404, {})) })
  openPayment()
  await act(async () => {})
  choose('cod')
  await press('Pay ₹138')
  expect(sent).toHaveLength(1)
})

type Setup = Partial<CheckoutProps> & { refusals?: ShopError[]; key?: string }

function show({ refusals = [], key = 'first', ...props }: Setup) {
  const page: CheckoutProps = {
    userId: 'asha',
    fullName: '',
    lines: [donut],
    lastAddress: null,
    savedAddresses: [],
    onSaveAddress: vi.fn<NonNullable<CheckoutProps['onSaveAddress']>>(),
    knownPincode: '',
    onPincode: vi.fn<CheckoutProps['onPincode']>(),
    fetchPincode: () => new Promise(() => {}),
    online: true,
    methods: SPECIFIED_METHODS,
    retryMethods: null,
    editCart: null,
    attempts: createCheckoutAttempts(guardStorage(null), () => `key-${(keys += 1)}`),
    async postOrder(body, key) {
      sent.push({ body, key })
      const refused = refusals.shift()
      if (refused) throw refused
      return aPurchase()
    },
    fetchNewestOrder: async () => null,
    wait: async () => {},
    changeLine: vi.fn<CheckoutProps['changeLine']>(),
    refresh: vi.fn<CheckoutProps['refresh']>(),
    onPlaced: vi.fn<CheckoutProps['onPlaced']>(),
    onSignInNeeded: vi.fn<CheckoutProps['onSignInNeeded']>(),
    ...props,
  }
  const Stub = createRoutesStub([{ path: '/', Component: () => <Checkout {...page} /> }])
  act(() => root.render(<Stub key={key} />))
}

function openPayment() {
  fillShipping({})
  click('Continue to Payment')
}

function fillShipping(values: Record<string, string>) {
  const all = {
    'Full Name *': homeAddress.fullName,
    'Address Line 1 *': homeAddress.addressLine1,
    'City *': homeAddress.city,
    'State *': homeAddress.state,
    'Pincode *': homeAddress.pincode,
    'Phone Number *': homeAddress.phoneNumber,
    ...values,
  }
  for (const [label, value] of Object.entries(all)) type(label, value)
}

function fillCard(number: string) {
  type('Card Number *', number)
  type('Cardholder Name *', 'Asha Rao')
  type('Expiry Date *', '1230')
  type('CVV *', '123')
}

function type(label: string, value: string) {
  const input = field(label)
  act(() => {
    // React notices a change only when the value was not set through its own property.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

function choose(method: string) {
  act(() => document.querySelector<HTMLInputElement>(`input[value="${method}"]`)?.click())
}

function click(name: string) {
  act(() => button(name).click())
}

async function press(name: string) {
  await act(async () => button(name).click())
}

function button(name: string) {
  return named('button', name)
}

function link(name: string) {
  return named('a', name)
}

function field(label: string) {
  const input = document.getElementById(named('label', label).htmlFor)
  if (!(input instanceof HTMLInputElement)) throw new Error(`There is no input called ${label}`)
  return input
}

function named<Tag extends 'a' | 'button' | 'label'>(tag: Tag, name: string): HTMLElementTagNameMap[Tag] {
  const found = [...document.querySelectorAll(tag)].find((element) => element.textContent === name)
  if (!found) throw new Error(`There is no ${tag} called ${name} in: ${text()}`)
  return found
}

function text() {
  return host.textContent ?? ''
}
