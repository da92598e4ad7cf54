import { expect, it } from 'vitest'
import { gaussInverse } from '../numerics/gauss-inverse.fixture.ts'
import { createRandom } from '../numerics/random.ts'
import { createMatrixBuilder } from '../numerics/sparse-matrix.ts'
import { weightOf } from '../weights.ts'
import { learnEase } from './ease.ts'
import { createGram } from './gram.ts'

const ITEMS = 12
const RIDGE = 3

it('EASE equals the least-squares regression of each product on all others', () => {
  const { matrix, dense } = shoppers(40)
  const weights = learnEase(createGram(matrix), { ridge: RIDGE, headSize: ITEMS, hasTail: true })

  for (let target = 0; target < ITEMS; target++) {
    const solved = leastSquares(dense, target)
    const largest = Math.max(...solved.map(Math.abs))
    for (let source = 0; source < ITEMS; source++) {
      expect(Math.abs(weightOf(weights, source, target) - solved[source]!)).toBeLessThan(1e-6 * largest)
    }
  }
})

it('EASE with half of the products in the tail is within a tenth of the largest weight of least squares', () => {
  // The approximation needs a ridge that is large beside the co-occurrences of the tail.
  const ridge = 60
  const { matrix, dense } = shoppers(40)
  const weights = learnEase(createGram(matrix), { ridge, headSize: ITEMS / 2, hasTail: true })
  const errors: number[] = []
  for (let target = 0; target < ITEMS; target++) {
    leastSquares(dense, target, ridge).forEach((solved, source) => {
      errors.push(Math.abs(weightOf(weights, source, target) - solved))
    })
  }
  const exact = learnEase(createGram(matrix), { ridge, headSize: ITEMS, hasTail: true })
  expect(Math.max(...errors)).toBeLessThan(0.1 * Math.max(...exact.dense))
})

it('EASE gives no weights to products without shoppers', () => {
  const builder = createMatrixBuilder(1, 3)
  builder.add(0, 0, 1)
  builder.add(0, 2, 1)
  const weights = learnEase(createGram(builder.build()), { ridge: 1, headSize: 3, hasTail: true })
  expect(weightOf(weights, 0, 2)).toBeCloseTo(0.5)
  expect([weightOf(weights, 0, 1), weightOf(weights, 1, 0), weightOf(weights, 1, 2)]).toEqual([0, 0, 0])
})

function shoppers(count: number) {
  const random = createRandom(4)
  const builder = createMatrixBuilder(count, ITEMS)
  const dense = Array.from({ length: count }, (_, shopper) =>
    Array.from({ length: ITEMS }, (_, item) => {
      // Even shoppers prefer even products, and all prefer the first products.
      const isWanted = random() < (shopper % 2 === item % 2 ? 0.8 : 0.3) / (1 + item / 6)
      if (isWanted) builder.add(shopper, item, 1)
      return isWanted ? 1 : 0
    }),
  )
  return { matrix: builder.build(), dense }
}

/** Ridge regression of one column on the others, by the normal equations. */
function leastSquares(dense: number[][], target: number, ridge = RIDGE): number[] {
  const others = Array.from({ length: ITEMS }, (_, item) => item).filter((item) => item !== target)
  const coOccurrences = (a: number, b: number) => dense.reduce((sum, row) => sum + row[a]! * row[b]!, 0)
  const normal = Float64Array.from(
    others.flatMap((a) => others.map((b) => coOccurrences(a, b) + (a === b ? ridge : 0))),
  )
  const inverse = gaussInverse(normal, others.length)
  const weights = Array.from({ length: ITEMS }, () => 0)
  others.forEach((item, row) => {
    weights[item] = others.reduce(
      (sum, other, column) => sum + inverse[row * others.length + column]! * coOccurrences(other, target),
      0,
    )
  })
  return weights
}
