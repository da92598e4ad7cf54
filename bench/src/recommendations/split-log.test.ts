import { makeLog } from '@nashta/recommendations/model/generated-log.fixture'
import type { Interaction } from '@nashta/recommendations/model/training-data'
import { expect, it } from 'vitest'
import { splitLog } from './split-log.ts'

function row(userId: string, productId: string, at: number, eventId = `${at}`): Interaction {
  return { userId, productId, kind: 'purchase', quantity: 1, at, eventId }
}

function keyOf({ userId, eventId }: Interaction) {
  return `${userId}\t${eventId}`
}

it("the random split hides all rows of a quarter of each user's items, chosen by the seed", () => {
  const log = [...makeLog({ rows: 2000, seed: 1, users: 20, items: 60 })]
  const { training, hidden } = splitLog(log, 'random', 1)

  for (const [user, items] of hidden) {
    const all = new Set(log.filter(({ userId }) => userId === user).map(({ productId }) => productId))
    expect(items.size).toBe(Math.round(all.size / 4))
  }
  expect(training.some(({ userId, productId }) => hidden.get(userId)?.has(productId))).toBe(false)
  expect(splitLog(log, 'random', 1).hidden).toEqual(hidden)
  expect(splitLog(log, 'random', 2).hidden).not.toEqual(hidden)
})

it('the time split hides the latest fifth of all rows, in whatever order the file has them', () => {
  const log = [5, 3, 1, 4, 2].map((at) => row(`u${at}`, 'x', at))
  const { training, hidden } = splitLog(log, 'time', 1)
  expect(training.map(({ at }) => at)).toEqual([1, 2, 3, 4])
  expect(hidden).toEqual(new Map([['u5', new Set(['x'])]]))
})

it('the basket split hides the last basket of each user with several baskets', () => {
  const log = [
    row('a', 'z', 9, 'late'),
    row('a', 'x', 1, 'early'),
    row('a', 'y', 9, 'late'),
    row('b', 'x', 5, 'only'),
  ]
  const { training, hidden } = splitLog(log, 'basket', 1)
  expect(hidden).toEqual(new Map([['a', new Set(['z', 'y'])]]))
  expect(training.map(({ eventId }) => eventId)).toEqual(['early', 'only'])
})

it('the completion split hides a fifth of the baskets, and of each one item that its others are to find', () => {
  const log = [...makeLog({ rows: 3000, seed: 3, users: 60, items: 80 })]
  const { training, hidden, given } = splitLog(log, 'completion', 1)
  const baskets = Map.groupBy(log, keyOf)

  expect(hidden.size).toBeGreaterThan(0.1 * baskets.size)
  expect(training.some((each) => hidden.has(keyOf(each)))).toBe(false)
  for (const [key, wanted] of hidden) {
    const known = new Set(given?.get(key)?.map(({ productId }) => productId))
    const all = new Set(baskets.get(key)?.map(({ productId }) => productId))
    expect(wanted.size).toBe(1)
    expect(known.union(wanted)).toEqual(all)
    expect(known.isDisjointFrom(wanted)).toBe(true)
  }
  expect(splitLog(log, 'completion', 2).hidden).not.toEqual(hidden)
})
