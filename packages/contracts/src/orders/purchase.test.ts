import { describe, expect, it } from 'vitest'
import { CART_LINES_MAX } from '../constants.ts'
import { aPurchase } from './purchase.fixture.ts'
import { listPurchases, placePurchaseSchema, purchaseSchema } from './purchase.ts'
import { homeAddress } from './shipping-address.fixture.ts'

const order = {
  items: [{ id: 'donut', productId: 'donut', name: 'Donut', price: 89, quantity: 2 }],
  totalAmount: 178,
  paymentDetails: { method: 'cod' },
  shippingAddress: homeAddress,
}

describe('an order request', () => {
  it('is parsed to products and quantities, without prices', () => {
    expect(placePurchaseSchema.parse(order).items).toEqual([{ productId: 'donut', quantity: 2 }])
  })

  it.each([
    [178, 17_800],
    [0.1 + 0.2, 30],
    [217.499_999_999_999_97, 21_750],
  ])('with a shown total of %d rupees is parsed to %d paise', (totalAmount, paise) => {
    expect(placePurchaseSchema.parse({ ...order, totalAmount }).totalAmount).toBe(paise)
  })

  it.each([
    ['no items', { items: [] }],
    [
      'too many items',
      {
        items: Array.from({ length: CART_LINES_MAX + 1 }, (_, n) => ({ productId: `p${n}`, quantity: 1 })),
      },
    ],
    ['half a donut', { items: [{ productId: 'donut', quantity: 0.5 }] }],
    ['a negative total', { totalAmount: -1 }],
    ['a total beyond any cart', { totalAmount: 1e300 }],
    ['a total in words', { totalAmount: 'free' }],
    ['no address', { shippingAddress: undefined }],
    ['no payment', { paymentDetails: null }],
  ])('is refused with %s', (_case, fields) => {
    expect(placePurchaseSchema.safeParse({ ...order, ...fields }).success).toBe(false)
  })
})

it('an order passes the schema of replies unchanged', () => {
  const purchase = aPurchase()
  expect(purchaseSchema.parse(purchase)).toEqual(purchase)
})

it.each([
  [{}, 200],
  [{ limit: '5' }, 5],
  [{ limit: 5 }, 5],
  [{ limit: '5000' }, 200],
])('the query %j lists at most %d orders', (query, limit) => {
  expect(listPurchases.query.parse(query).limit).toBe(limit)
})

// The last limit is long: a regular expression that backtracks would take too much time for it.
it.each(['0', '-1', '1.5', 'ten', '', ' 5', '1e2', '9'.repeat(100_000)])(
  'a query with the limit %j is refused',
  (limit) => {
    expect(listPurchases.query.safeParse({ limit }).success).toBe(false)
  },
)
