import { describe, expect, it } from 'vitest'
import type { CartChange, Quantities, Span } from './cart-model.ts'
import { explainCart, type MadeChange } from './explain-cart.ts'

function seenCart(version: number, quantities: Quantities, span: Span) {
  return { version, quantities, ...span }
}

/** A change whose response has the cart. */
function confirmed(change: CartChange, version: number, quantities: Quantities, span: Span): MadeChange {
  return { change, after: { version, quantities }, ...span }
}

/**
 * An order, whose response has no cart. It makes a new version of the cart, also when the product
 * is not in it.
 */
function ordered(productId: string, span: Span): MadeChange {
  return { change: { kind: 'buy', productId, quantity: 1 }, after: null, ...span }
}

describe('a history of twelve concurrent orders and two added donuts', () => {
  const added = { productId: 'donut', quantity: 1 }
  const shortSpan = { from: 1, until: 40 }
  const longSpan = { from: 1, until: 100 }
  // The response to the order of nuts arrived before a client read version 2, so that order made
  // version 1 or 2. The search begins with the last possible change, so it tries the nuts last.
  const made = [
    ordered('nuts', shortSpan),
    ...Array.from({ length: 11 }, () => ordered('chips', longSpan)),
    confirmed({ kind: 'add', ...added }, 7, { donut: 1 }, { from: 60, until: 70 }),
    confirmed({ kind: 'add', ...added }, 14, { donut: 2 }, { from: 110, until: 120 }),
  ]
  const seenCarts = [
    seenCart(2, {}, { from: 45, until: 50 }),
    seenCart(7, { donut: 1 }, { from: 60, until: 70 }),
    seenCart(14, { donut: 2 }, { from: 110, until: 120 }),
  ]

  it('is explained, although the search tries the earliest order last', () => {
    expect(explainCart(made, seenCarts)).toEqual([])
  })

  it('is not explained if a client saw an impossible cart', () => {
    expect(explainCart(made, [...seenCarts, seenCart(10, { donut: 2 }, { from: 75, until: 80 })])).toEqual([
      'no order of changes explains version 10',
    ])
  })

  it('is not explained if there are more versions than changes', () => {
    expect(explainCart(made, [...seenCarts, seenCart(15, { donut: 2 }, { from: 130, until: 140 })])).toEqual([
      '14 changes made 15 versions',
    ])
  })
})
