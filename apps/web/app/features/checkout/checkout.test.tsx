// @vitest-environment happy-dom
import { guardStorage } from '@nashta/browser/storage/browser-storage'
import { STORE_UNREACHABLE } from '@nashta/contracts/api/error-texts'
import { errorOfResponse, ShopError } from '@nashta/contracts/api/shop-error'
import { SHIPPING_LINK } from '@nashta/contracts/orders/order-texts'
import { aPurchase } from '@nashta/contracts/orders/purchase.fixture'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { SHOP_NOT_OPEN } from '@nashta/contracts/shop/closed-texts'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { createCheckoutAttempts } from './checkout-attempts.ts'
import {
  button,
  choose,
  click,
  field,
  fillCard,
  link,
  openPayment,
  prepareCheckoutPage,
  press,
  show,
  text,
  type,
  donut,
  sent,
  type Setup,
} from './checkout.fixture.tsx'
import type { CheckoutProps } from './checkout.tsx'
import { SPECIFIED_OFFER } from './offered-methods.ts'

prepareCheckoutPage()

it('the checkout says that the cart is empty', () => {
  show({ lines: [] })

  expect(text()).toContain('Your cart is empty')
  expect(link('Continue Shopping')).toBeTruthy()
})

it('the checkout of a shop that is not open says so, and shows no form', () => {
  show({ offer: { methods: [], closedText: SHOP_NOT_OPEN, trialNote: null } })

  expect(text()).toContain('The shop is not open yet')
  expect(document.querySelector('form')).toBeNull()
})

it('both steps of a checkout with simulated payments say that no money moves', async () => {
  const trialNote = 'Payment by card is simulated in this shop: no money moves.'
  show({ offer: { ...SPECIFIED_OFFER, trialNote } })
  expect(text()).toContain(trialNote)
  await openPayment()
  expect(button('Pay ₹138')).toBeTruthy()
  expect(text()).toContain(trialNote)
})

it('the order summary shows items, prices and free shipping', () => {
  show({})

  expect(text()).toContain('Glazed DonutQty: 2₹138')
  expect(text()).toContain('Subtotal₹138ShippingFREETotal₹138')
})

it.each([
  ['card', 'Please fill in all card details'],
  ['upi', 'Please enter your UPI ID'],
  ['netbanking', 'Please select your bank'],
])('the payment form asks for the fields of %s', async (method, message) => {
  show({})
  await openPayment()
  choose(method)
  click('Pay ₹138')

  expect(text()).toContain(message)
  expect(sent).toEqual([])
})

it('an order is sent once although Pay is pressed twice, and without the CVV', async () => {
  const onPlaced = vi.fn<CheckoutProps['onPlaced']>()
  show({ onPlaced })
  await openPayment()
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
  await openPayment()
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
    await openPayment()
    choose('cod')
    await press('Pay ₹138')

    expect(document.activeElement?.textContent).toBe('Payment failed. Please try again.')
    expect(button('Pay ₹138')).toBeTruthy()
  },
)

it('an unexpected failure returns to the payment step, and a retry has the same key', async () => {
  let isTimerBroken = true
  show({
    refusals: [new ShopError(STORE_UNREACHABLE, {})],
    wait: async () => {
      if (isTimerBroken) throw new Error('The timer broke')
    },
  })
  await openPayment()
  choose('cod')
  await press('Pay ₹138')
  expect(document.activeElement?.textContent).toBe('Payment failed. Please try again.')

  isTimerBroken = false
  await press('Pay ₹138')
  expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1'])
})

it('the address form and the payment form keep their values on Back, except the CVV', async () => {
  show({})
  await openPayment()
  fillCard('4111111111111111')
  await press('Back')
  expect(field('City *').value).toBe('Bengaluru')

  await press('Continue to Payment')
  expect(field('Card Number *').value).toBe('4111111111111111')
  expect(field('Expiry Date *').value).toBe('12/30')
  expect(field('CVV *').value).toBe('')
})

it('after a reload the payment step has what was typed, except card data', async () => {
  show({})
  await openPayment()
  fillCard('4111111111111111')
  choose('upi')
  type('UPI ID *', 'asha@bank')
  expect(sessionStorage.getItem('nashta.drafts') ?? '').not.toContain('4111111111111111')

  show({ key: 'after the reload', historyState: { checkoutStep: 'payment' } })
  expect(text()).toContain('12 MG Road')
  expect(field('UPI ID *').value).toBe('asha@bank')
  choose('card')
  expect([field('Card Number *').value, field('Cardholder Name *').value]).toEqual(['', ''])
})

it('the errors of one way to pay are gone when another is chosen, and do not come back with it', async () => {
  show({})
  await openPayment()
  await press('Pay ₹138')
  expect(text()).toContain('Please fill in all card details')
  expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(4)

  choose('upi')
  expect(text()).not.toContain('Please fill')
  choose('card')
  expect(text()).not.toContain('Please fill')
  expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(0)
})

it('nothing that was typed at the checkout is stored once the order is placed', async () => {
  show({})
  await openPayment()
  choose('cod')
  await press('Pay ₹138')
  expect(sessionStorage.getItem('nashta.drafts') ?? '').not.toContain('MG Road')
})

it('the payment step without a complete address shows the shipping form', () => {
  show({ historyState: { checkoutStep: 'payment' } })
  expect(text()).toContain('Shipping Address')
  expect(text()).not.toContain('Payment Method')
})

it('a changed price is shown line by line, and charged only after another press', async () => {
  show({ refusals: [priceChanged(75)] })
  await openPayment()
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

it('the price of a second refusal is shown although the cart still has the first price', async () => {
  show({ refusals: [priceChanged(75), priceChanged(80)] })
  await openPayment()
  choose('cod')
  await press('Pay ₹138')
  await press('Pay ₹150')

  expect(text()).toContain('Glazed Donut was ₹75, is now ₹80 each')
  expect(button('Pay ₹160')).toBeTruthy()
})

it('a line with too little stock can be reduced to what is left, or removed', async () => {
  const changeLine = vi.fn<CheckoutProps['changeLine']>()
  const details = { items: [{ productId: 'donut', name: 'Glazed Donut', available: 1 }] }
  show({
    changeLine,
    refusals: [errorOfResponse(409, { code: 'OUT_OF_STOCK', message: 'Not enough', details })],
  })
  await openPayment()
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
  show({ isReachable: false })
  await openPayment()
  choose('cod')
  await press('Pay ₹138')

  expect(text()).toContain('You are offline.')
  expect(sent).toEqual([])
})

it('an order in flight during a reload is found', async () => {
  const attempts = createCheckoutAttempts(guardStorage(null), () => 'key-1')
  const attempt = attempts.continueOrStart('asha', 'fingerprint of the cart')
  attempts.markSent(attempt, 'id of the previous order')
  const onPlaced = vi.fn<CheckoutProps['onPlaced']>()
  const order = aPurchase({ purchaseId: 'id of the new order' })
  // The cart is empty, because the store has taken the ordered items out of it.
  await act(async () => show({ attempts, lines: [], fetchNewestOrder: async () => order, onPlaced }))

  expect(onPlaced).toHaveBeenCalledExactlyOnceWith(order)
  expect(sent).toEqual([])
})

it.each([
  ['a shopper', true, {}],
  ['a guest', false, { contact: { email: '', renderField: () => null } }],
])('while an order is looked for, %s is offered the purchase history: %j', (_case, expected, props) => {
  const attempts = createCheckoutAttempts(guardStorage(null), () => 'key-1')
  attempts.markSent(attempts.continueOrStart('asha', 'fingerprint of the cart'), null)
  show({ attempts, fetchNewestOrder: () => new Promise(() => {}), ...props })

  expect(text()).toContain('You will not pay twice')
  expect(text().includes('View Purchase History')).toBe(expected)
})

it('a shopper whose session has ended is sent to sign in; only that shopper finds the form as it was', async () => {
  const onSignInNeeded = vi.fn<CheckoutProps['onSignInNeeded']>()
  show({ onSignInNeeded, refusals: [errorOfResponse(401, { code: 'UNAUTHENTICATED', message: 'Sign in' })] })
  await openPayment()
  choose('cod')
  await press('Pay ₹138')
  expect(onSignInNeeded).toHaveBeenCalledOnce()

  // Another React key mounts the page again.
  show({ key: 'after sign-in' })
  expect(field('City *').value).toBe('Bengaluru')
  show({ key: 'another shopper', userId: 'ravi' })
  expect(field('City *').value).toBe('')
})

/** The refusal of an order of two donuts, which cost `price` rupees each by now. */
function priceChanged(price: number) {
  const items = [{ productId: 'donut', name: 'Glazed Donut', quantity: 2, price }]
  const details = { totalAmount: 2 * price, items }
  return errorOfResponse(409, { code: 'PRICE_CHANGED', message: 'Prices have changed', details })
}

it('a note to the shop is checked with the address, survives a reload and is sent with the order', async () => {
  show({})
  type('Note to the shop', 'See https://example.in')
  await openPayment()
  expect(text()).toContain(SHIPPING_LINK)

  type('Note to the shop', 'Please ring twice')
  show({})
  expect(field('Note to the shop').value).toBe('Please ring twice')
  await openPayment()
  fillCard('4111 1111 1111 1111')
  await press('Pay ₹138')
  expect(sent.map(({ body }) => body.details)).toEqual([{ shopNote: 'Please ring twice' }])
})

const DIWALI = {
  id: 'diwali',
  name: 'Diwali',
  code: 'DIWALI',
  terms: { kind: 'rupeesOff' as const, amount: 38 },
  combines: false,
}

/** A shopper who has entered the code of this offer. */
function withCode(offers: (typeof DIWALI)[]): Setup {
  const seller = { kind: 'regular', state: '29', deliveryTax: 'byValue' }
  const rates = [{ productId: 'donut', ratePercent: 5 }]
  const priceTerms = { code: 'DIWALI', terms: { offers, rates, seller }, problem: '', isLoading: false }
  return { priceTerms, CodeField: ({ reason }) => <p>Code: {reason}</p> }
}

it('an offer is in the sums with its name, its code goes with the order, and is then used', async () => {
  const onOrdered = vi.fn<CheckoutProps['onOrdered']>()
  show({ ...withCode([DIWALI]), onOrdered })
  expect(text()).toContain('Subtotal₹138ShippingFREEDiwali (DIWALI)−₹38Total₹100Includes ₹4.76 of GST')
  await openPayment()
  choose('cod')
  await press('Pay ₹100')
  expect(sent.map(({ body }) => [body.totalAmount, body.offerCode])).toEqual([[100, 'DIWALI']])
  expect(onOrdered).toHaveBeenCalledOnce()
})

it('an offer that has ended meanwhile is explained with the new total, which is paid only by another press', async () => {
  const items = [{ productId: 'donut', name: 'Glazed Donut', quantity: 2, price: 69 }]
  const message = 'Diwali: this code is no longer valid. Prices have changed: the total is now ₹138.'
  const refused = errorOfResponse(409, {
    code: 'PRICE_CHANGED',
    message,
    details: { totalAmount: 138, shippingFee: 0, items },
  })
  show({ ...withCode([DIWALI]), refusals: [refused] })
  await openPayment()
  choose('cod')
  await press('Pay ₹100')
  expect(text()).toContain(message)
  expect(text()).not.toContain('Diwali (DIWALI)')
  await press('Pay ₹138')
  expect(sent.map(({ body }) => body.totalAmount)).toEqual([100, 138])
})

it('an offer that the page does not know is shown before it is paid', async () => {
  const items = [{ productId: 'donut', name: 'Glazed Donut', quantity: 2, price: 69 }]
  const discounts = [{ name: 'Flash', amount: 20 }]
  const details = { totalAmount: 118, shippingFee: 0, discounts, items }
  show({ refusals: [errorOfResponse(409, { code: 'PRICE_CHANGED', message: 'Changed', details })] })
  await openPayment()
  choose('cod')
  await press('Pay ₹138')
  expect(text()).toContain('Flash−₹20Total₹118')
  await press('Pay ₹118')
  expect(sent.map(({ body }) => body.totalAmount)).toEqual([138, 118])
})
