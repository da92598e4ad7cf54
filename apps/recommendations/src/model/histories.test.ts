import { expect, it } from 'vitest'
import { makeLog } from './generated-log.fixture.ts'
import { buildHistories, withoutRows } from './histories.ts'
import { bought } from './shop.fixture.ts'
import type { Interaction } from './training-data.ts'

const indexById = new Map([
  ['chips', 0],
  ['mints', 1],
])

function row(change: Partial<Interaction>): Interaction {
  return { ...bought('asha', 'chips', 1), ...change }
}

it('histories do not depend on the order of the interactions', () => {
  const log = [...makeLog({ rows: 500, users: 30, items: 20, seed: 1 })]
  const items = new Map(Array.from({ length: 20 }, (_, index) => [`i${index}`, index]))
  expect(buildHistories(log.toReversed(), items)).toEqual(buildHistories(log, items))
})

it('histories leave out unknown products and quantities that are not above 0', () => {
  const rows = [row({ productId: 'unknown' }), row({ quantity: 0 }), row({ quantity: Number.NaN }), row({})]
  expect(buildHistories(rows, indexById).items).toHaveLength(1)
})

it('histories contain a product once per basket, number the baskets by time, and give a view the number of the basket before it', () => {
  const rows = [
    row({ at: 3, eventId: 'late' }),
    row({ at: 1, eventId: 'early' }),
    row({ at: 1, eventId: 'early' }),
    row({ at: 2, kind: 'view', productId: 'mints', eventId: 'view' }),
  ]
  const { items, baskets, isPurchase } = buildHistories(rows, indexById)
  expect([...items]).toEqual([0, 1, 0])
  expect([...baskets]).toEqual([1, 1, 2])
  expect([...isPurchase]).toEqual([1, 0, 1])
})

it('a purchase is stronger than a cart line, which is stronger than a view, and six packs are stronger than one, but not six times', () => {
  const view = strengthOf({ kind: 'view' })
  const cart = strengthOf({ kind: 'cart' })
  const purchase = strengthOf({ kind: 'purchase' })
  const six = strengthOf({ kind: 'purchase', quantity: 6 })
  expect(view).toBeLessThan(cart)
  expect(cart).toBeLessThan(purchase)
  expect(purchase).toBeLessThan(six)
  expect(six).toBeLessThan(6 * purchase)
})

function strengthOf(change: Partial<Interaction>) {
  return buildHistories([row(change)], indexById).strengths[0]!
}

it('histories from which rows are removed still have all shoppers', () => {
  const rows = [
    row({ userId: 'a' }),
    row({ userId: 'b' }),
    row({ userId: 'c' }),
    row({ userId: 'c', eventId: 'x' }),
  ]
  const isRemoved = Uint8Array.of(1, 0, 0, 1)
  const remaining = withoutRows(buildHistories(rows, indexById), isRemoved)
  // Shopper a has no rows left, and b and c have one each.
  expect([...remaining.starts]).toEqual([0, 0, 1, 2])
  expect(remaining.items).toHaveLength(2)
})
