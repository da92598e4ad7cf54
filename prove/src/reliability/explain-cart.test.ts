import { describe, expect, it } from 'vitest'
import type { CartChange, Quantities, Span } from './cart-model.ts'
import { explainCart, type MadeChange } from './explain-cart.ts'

function seen(version: number, quantities: Quantities, span: Span) {
  return { version, quantities, ...span }
}

/** A change whose response arrived with the cart. */
function confirmed(change: CartChange, version: number, quantities: Quantities, span: Span): MadeChange {
  return { change, after: { version, quantities }, ...span }
}

/** An order, whose response has no cart. It makes a new version of the cart, also when the product is not in it. */
function ordered(productId: string, span: Span): MadeChange {
  return { change: { kind: 'buy', productId, quantity: 1 }, after: null, ...span }
}

describe('a history of twelve concurrent orders and two added donuts', () => {
  const added = { productId: 'donut', quantity: 1 }
  const soon = { from: 1, until: 40 }
  const longer = { from: 1, until: 100 }
  const made = [
    ordered('nuts', soon),
    ...Array.from({ length: 11 }, () => ordered('chips', longer)),
    confirmed({ kind: 'add', ...added }, 7, { donut: 1 }, { from: 60, until: 70 }),
    confirmed({ kind: 'add', ...added }, 14, { donut: 2 }, { from: 110, until: 120 }),
  ]
  const seenCarts = [
    seen(2, {}, { from: 45, until: 50 }),
    seen(7, { donut: 1 }, { from: 60, until: 70 }),
    seen(14, { donut: 2 }, { from: 110, until: 120 }),
  ]

  it('is explained, although the search tries the order that must come first only after all others', () => {
    expect(explainCart(made, seenCarts)).toEqual([])
  })

  it('is not explained if a client saw an impossible cart', () => {
    expect(explainCart(made, [...seenCarts, seen(10, { donut: 2 }, { from: 75, until: 80 })])).toEqual([
      'no order of changes explains version 10',
    ])
  })

  it('is not explained if there are more versions than changes', () => {
    expect(explainCart(made, [...seenCarts, seen(15, { donut: 2 }, { from: 130, until: 140 })])).toEqual([
      '14 changes made 15 versions',
    ])
  })
})
