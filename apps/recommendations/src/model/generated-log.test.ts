import { expect, it } from 'vitest'
import { makeLog } from './generated-log.fixture.ts'

it('a generated log has the requested number of rows, oldest first, and depends on the seed only', () => {
  const log = [...makeLog({ rows: 5000, seed: 3 })]
  expect(log).toHaveLength(5000)
  expect(log.map(({ at }) => at)).toEqual(log.map(({ at }) => at).toSorted((a, b) => a - b))
  expect([...makeLog({ rows: 5000, seed: 3 })]).toEqual(log)
  expect([...makeLog({ rows: 5000, seed: 4 })]).not.toEqual(log)
})

it('a generated log has repeat purchases, and its second half has new shoppers and new products', () => {
  const log = [...makeLog({ rows: 5000, users: 150, items: 200, seed: 3 })]
  const firstHalf = log.slice(0, 2500)
  const earlyUsers = new Set(firstHalf.map(({ userId }) => userId))
  const earlyItems = new Set(firstHalf.map(({ productId }) => productId))
  expect(log.some(({ userId }) => !earlyUsers.has(userId))).toBe(true)
  expect(log.some(({ productId }) => !earlyItems.has(productId))).toBe(true)
  // By default, about a third of the purchases are repeats.
  expect(pairsOf(log).size).toBeLessThan(0.8 * log.length)
})

it('a log without repeat purchases ends when all shoppers have bought everything', () => {
  const log = [...makeLog({ rows: 5000, users: 5, items: 20, repeatShare: 0, seed: 3 })]
  expect(log.length).toBeLessThanOrEqual(5 * 20)
  expect(pairsOf(log).size).toBe(log.length)
})

/** The pairs of a shopper and a product. A repeat purchase adds no pair. */
function pairsOf(log: Iterable<{ userId: string; productId: string }>) {
  return new Set(Array.from(log, ({ userId, productId }) => `${userId} ${productId}`))
}
