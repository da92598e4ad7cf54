import { describe, expect, it } from 'vitest'
import { LINE_QUANTITY_MAX } from '../constants.ts'
import { cartItemInputSchema, setCartItemSchema } from './cart-input.ts'

describe('an item posted to the cart', () => {
  it.each([
    ['its productId', { productId: 'donut', quantity: 2 }, { productId: 'donut', quantity: 2 }],
    ['its id alone', { id: 'donut', quantity: 2 }, { productId: 'donut', quantity: 2 }],
    [
      'its productId rather than its id',
      { id: 'x', productId: 'donut', quantity: 1 },
      { productId: 'donut', quantity: 1 },
    ],
    ['a number as its productId', { productId: 7, quantity: 1 }, { productId: '7', quantity: 1 }],
    [
      'its productId without a quantity, which is then 1',
      { productId: 'donut' },
      { productId: 'donut', quantity: 1 },
    ],
  ])('is read by %s', (_case, body, input) => {
    expect(cartItemInputSchema.parse(body)).toEqual(input)
  })

  it('is parsed without its price, name and owner', () => {
    const body = { productId: 'donut', quantity: 1, price: 0.01, name: '<script>', userId: 'someone-else' }

    expect(cartItemInputSchema.parse(body)).toEqual({ productId: 'donut', quantity: 1 })
  })

  it.each([
    [{ quantity: 1 }],
    [{ productId: '', quantity: 1 }],
    [{ productId: 'x'.repeat(129), quantity: 1 }],
    [{ productId: 1.5, quantity: 1 }],
    [{ productId: { toString: 'donut' }, quantity: 1 }],
    [{ productId: 'donut', quantity: 0 }],
    [{ productId: 'donut', quantity: -1 }],
    [{ productId: 'donut', quantity: 1.5 }],
    [{ productId: 'donut', quantity: LINE_QUANTITY_MAX + 1 }],
    [{ productId: 'donut', quantity: 1e308 }],
    [{ productId: 'donut', quantity: '2' }],
    [{ productId: 'donut', quantity: null }],
    [null],
    ['donut'],
    [[]],
  ])('is refused as %j', (body) => {
    expect(cartItemInputSchema.safeParse(body).success).toBe(false)
  })
})

describe('a quantity that a shopper sets', () => {
  // A quantity of zero or less removes the line.
  it.each([5, LINE_QUANTITY_MAX, 0, -3])('may be %d', (quantity) => {
    expect(setCartItemSchema.parse({ itemId: 'donut', quantity })).toEqual({ itemId: 'donut', quantity })
  })

  it.each([LINE_QUANTITY_MAX + 1, 0.5, -0.5, '1', null, undefined])('may not be %j', (quantity) => {
    expect(setCartItemSchema.safeParse({ itemId: 'donut', quantity }).success).toBe(false)
  })
})

it('an item id that is a number is read as text', () => {
  expect(setCartItemSchema.parse({ itemId: 12, quantity: 1 })).toEqual({ itemId: '12', quantity: 1 })
})
