import { expect, it } from 'vitest'
import { indexesFarthestFromZero, topIndexes } from './top-indexes.ts'

it.each([
  [[1, 1, 2], 2, [0, 2]],
  [[1, 1, 1], 2, [0, 1]],
  [[0.5, -4, 3], 1, [1]],
  [[1, 2], 5, [0, 1]],
  [[], 3, []],
])('of %j the %i values farthest from 0 are at %j', (values, count, indexes) => {
  expect([...indexesFarthestFromZero(Float64Array.from(values), count)]).toEqual(indexes)
})

it('a value of 0 is not among the values farthest from 0', () => {
  expect([...indexesFarthestFromZero(Float64Array.of(-3, 0, 2, 0), 3)]).toEqual([0, 2])
})

it.each([
  [[1, 3, 2], 2, [1, 2]],
  [[2, 2, 1], 1, [0]],
])('of %j the %i highest scores are at %j', (scores, count, indexes) => {
  expect(topIndexes(Float64Array.from(scores), count)).toEqual(indexes)
})

it('a score of −∞ is not among the highest scores', () => {
  expect(topIndexes(Float64Array.of(Number.NEGATIVE_INFINITY, 1), 2)).toEqual([1])
})
