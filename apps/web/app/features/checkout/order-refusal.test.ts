import { errorOfResponse } from '@nashta/contracts/api/shop-error'
import type { CartItem } from '@nashta/contracts/cart/cart'
import { asPaise } from '@nashta/contracts/money'
import { expect, it } from 'vitest'
import { explainRefusal, isUnresolved, withQuote } from './order-refusal.ts'

const donut = line({ productId: 'donut', name: 'Glazed Donut', price: 69, quantity: 2 })
const chips = line({ productId: 'chips', name: 'Chips', price: 45, quantity: 3 })
const lines = [donut, chips]

it('PRICE_CHANGED lists every changed price, and quotes the prices and the delivery fee', () => {
  const { lineProblems, quote } = explain('PRICE_CHANGED', {
    totalAmount: 324.5,
    items: [
      { productId: 'donut', name: 'Glazed Donut', quantity: 2, price: 72.5 },
      { productId: 'chips', name: 'Chips', quantity: 3, price: 45 },
    ],
  })

  expect(lineProblems).toEqual([
    { productId: 'donut', name: 'Glazed Donut', text: 'was ₹69, is now ₹72.50 each' },
  ])
  // The details have no fee, so the fee is the total of ₹324.50 minus 2 × ₹72.50 and 3 × ₹45.
  expect(quote?.shippingFee).toBe(asPaise(44_50))
  expect(withQuote(lines, quote)).toEqual([{ ...donut, price: 72.5 }, chips])
})

it('a quote no longer applies once a price in the cart has changed', () => {
  const { quote } = explain('PRICE_CHANGED', {
    totalAmount: 280,
    items: [{ productId: 'donut', name: 'Glazed Donut', quantity: 2, price: 72.5 }],
  })
  const changedLines = [{ ...donut, price: 80 }, chips]

  expect(withQuote(changedLines, quote)).toBe(changedLines)
})

it.each([
  [0, 'is sold out', [chips]],
  [1, 'has only 1 left', [{ ...donut, quantity: 1 }, chips]],
])(
  'the problem of a product with %d left is “%s”, until the cart has no more than that',
  (available, text, reducedLines) => {
    const { lineProblems } = explain('OUT_OF_STOCK', {
      items: [{ productId: 'donut', name: 'Glazed Donut', available }],
    })

    const problem = { productId: 'donut', name: 'Glazed Donut', available, text }
    expect(lineProblems).toEqual([problem])
    expect(isUnresolved(problem, lines)).toBe(true)
    expect(isUnresolved(problem, reducedLines)).toBe(false)
  },
)

it('the problem of a product that has left the catalogue has the name from the cart', () => {
  const { lineProblems } = explain('PRODUCT_UNAVAILABLE', { items: [{ productId: 'chips' }] })

  expect(lineProblems).toMatchObject([{ name: 'Chips', text: 'is no longer available', available: 0 }])
})

it.each([
  ['PRICE_CHANGED', { items: 'all' }],
  ['OUT_OF_STOCK', undefined],
  ['PAYMENT_DECLINED', { items: [{ productId: 'donut' }] }],
])('a refusal with %s and the details %j explains no line', (code, details) => {
  expect(explain(code, details)).toEqual({ lineProblems: [], quote: null })
})

function explain(code: string, details: unknown) {
  return explainRefusal(errorOfResponse(409, { code, message: 'No', details }), lines, null)
}

function line(fields: Pick<CartItem, 'productId' | 'name' | 'price' | 'quantity'>): CartItem {
  return { ...fields, id: fields.productId, imageUrl: '', category: 'Snacks' }
}
