import { refusal, type ShopError } from '@nashta/contracts/api/shop-error'
// @vitest-environment happy-dom
import type { CartItem } from '@nashta/contracts/cart/cart'
import { aPurchase } from '@nashta/contracts/orders/purchase.fixture'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Checkout, type CheckoutProps } from './checkout.tsx'
import { forgetAddress } from './kept-address.ts'
import { createKeptAttempt } from './kept-attempt.ts'
import type { OrderBody } from './order-body.ts'

const donut: CartItem = {
  id: 'donut',
  productId: 'donut',
  name: 'Glazed Donut',
  price: 69,
  imageUrl: '',
  quantity: 2,
  category: 'Donuts',
}

let root: Root
let sent: { body: OrderBody; key: string }[]
let keys: number

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div id="app"></div>'
  root = createRoot(document.querySelector('#app') as HTMLElement)
  sent = []
  keys = 0
})

afterEach(() => {
  act(() => root.unmount())
  forgetAddress()
  vi.unstubAllGlobals()
})

it('says that there is nothing to buy', () => {
  show({ lines: [] })

  expect(text()).toContain('Your cart is empty')
  expect(link('Continue Shopping')).toBeTruthy()
})

it('shows what is bought, what it costs, and that it comes for free', () => {
  show({})

  expect(text()).toContain('Glazed DonutQty: 2₹138')
  expect(text()).toContain('Subtotal₹138ShippingFREETotal₹138')
})

it('leads to the first field that is missing, and says so in one sentence', () => {
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
])('asks for what paying by %s needs', (method, message) => {
  show({})
  openPayment()
  choose(method)
  click('Pay ₹138')

  expect(text()).toContain(message)
  expect(sent).toEqual([])
})

it('sends an order once, however often the button is pressed, and never the CVV', async () => {
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

it('is back at the payment with the reason when that is declined, without the CVV and under a new key', async () => {
  show({ answers: [refusal(402, { code: 'PAYMENT_DECLINED', message: 'Your card was declined.' })] })
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

it('keeps both forms while the shopper goes back and forth, except for the CVV', () => {
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

it('explains a new price line by line, and charges it only when asked again', async () => {
  const details = {
    totalAmount: 150,
    items: [{ productId: 'donut', name: 'Glazed Donut', quantity: 2, price: 75 }],
  }
  show({ answers: [refusal(409, { code: 'PRICE_CHANGED', message: 'Prices have changed', details })] })
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

it('offers as many as there are when there are not enough', async () => {
  const changeLine = vi.fn<CheckoutProps['changeLine']>()
  const details = { items: [{ productId: 'donut', name: 'Glazed Donut', available: 1 }] }
  show({ changeLine, answers: [refusal(409, { code: 'OUT_OF_STOCK', message: 'Not enough', details })] })
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

it('takes no payment offline', async () => {
  show({ online: false })
  openPayment()
  choose('cod')
  await press('Pay ₹138')

  expect(text()).toContain('You are offline.')
  expect(sent).toEqual([])
})

it('looks after an order that was under way when the page was loaded again', async () => {
  const attempts = createKeptAttempt(null, () => 'key-1')
  attempts.sending(attempts.open('asha', 'anything'), 'earlier')
  const onPlaced = vi.fn<CheckoutProps['onPlaced']>()
  const order = aPurchase({ purchaseId: 'later' })
  await act(async () => show({ attempts, lines: [], newestOrder: async () => order, onPlaced }))

  expect(onPlaced).toHaveBeenCalledExactlyOnceWith(order)
  expect(sent).toEqual([])
})

it('sends who has been signed out to sign in, and has the form as it was when they are back', async () => {
  const onSignInNeeded = vi.fn<CheckoutProps['onSignInNeeded']>()
  show({ onSignInNeeded, answers: [refusal(401, { code: 'UNAUTHENTICATED', message: 'Sign in' })] })
  openPayment()
  choose('cod')
  await press('Pay ₹138')
  expect(onSignInNeeded).toHaveBeenCalledOnce()

  show({ key: 'back' })
  expect(field('City *').value).toBe('Bengaluru')
  show({ key: 'somebody else', userId: 'ravi' })
  expect(field('City *').value).toBe('')
})

it('fills in the last address on demand', () => {
  show({ lastAddress: { ...homeAddress, city: 'Mysuru' } })
  expect(field('City *').value).toBe('')

  click('Use this address')
  expect(field('City *').value).toBe('Mysuru')
})

type Setup = Partial<CheckoutProps> & { answers?: ShopError[]; key?: string }

function show({ answers = [], key = 'first', ...props }: Setup) {
  const page: CheckoutProps = {
    userId: 'asha',
    fullName: '',
    lines: [donut],
    lastAddress: null,
    online: true,
    attempts: createKeptAttempt(null, () => `key-${(keys += 1)}`),
    async send(body, key) {
      sent.push({ body, key })
      const answer = answers.shift()
      if (answer) throw answer
      return aPurchase()
    },
    newestOrder: async () => null,
    wait: async () => {},
    changeLine: vi.fn<CheckoutProps['changeLine']>(),
    refreshCart: vi.fn<CheckoutProps['refreshCart']>(),
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
    // React hears of a change only when the value was not set through its own property.
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
  return document.getElementById(named('label', label).htmlFor) as HTMLInputElement
}

function named<Tag extends 'a' | 'button' | 'label'>(tag: Tag, name: string): HTMLElementTagNameMap[Tag] {
  const found = [...document.querySelectorAll(tag)].find((element) => element.textContent === name)
  if (!found) throw new Error(`There is no ${tag} called ${name} in: ${text()}`)
  return found
}

function text() {
  return document.querySelector('#app')?.textContent ?? ''
}
