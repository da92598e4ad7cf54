import { expect, it } from 'vitest'
import { gaussInverse } from '../numerics/gauss-inverse.fixture.ts'
import { createRandom } from '../numerics/random.ts'
import { createMatrixBuilder } from '../numerics/sparse-matrix.ts'
import { weightOf } from '../weights.ts'
import { learnEase, splitHeadAndTail } from './ease.ts'
import { createGram } from './gram.ts'

const ITEMS = 12
const RIDGE = 3

it('EASE equals the least-squares regression of each product on all others', () => {
  const { matrix, dense } = makePurchases(40)
  const gram = createGram(matrix)
  const weights = learnEase(gram, splitHeadAndTail(gram, ITEMS), { ridge: RIDGE, usesTail: true })

  for (let target = 0; target < ITEMS; target++) {
    const solved = solveLeastSquares(dense, target)
    const largest = Math.max(...solved.map(Math.abs))
    for (let source = 0; source < ITEMS; source++) {
      expect(Math.abs(weightOf(weights, source, target) - solved[source]!)).toBeLessThan(1e-6 * largest)
    }
  }
})

it('EASE with half of the products in the tail differs from least squares by less than a tenth of the largest weight', () => {
  // The approximation of the tail needs a ridge that is large compared with its co-occurrences.
  const ridge = 60
  const { matrix, dense } = makePurchases(40)
  const gram = createGram(matrix)
  const weights = learnEase(gram, splitHeadAndTail(gram, ITEMS / 2), { ridge, usesTail: true })
  const errors: number[] = []
  for (let target = 0; target < ITEMS; target++) {
    solveLeastSquares(dense, target, ridge).forEach((solved, source) => {
      errors.push(Math.abs(weightOf(weights, source, target) - solved))
    })
  }
  const exact = learnEase(gram, splitHeadAndTail(gram, ITEMS), { ridge, usesTail: true })
  expect(Math.max(...errors)).toBeLessThan(0.1 * Math.max(...exact.dense))
})

it('EASE gives no weights to products without shoppers', () => {
  const builder = createMatrixBuilder(1, 3)
  builder.add(0, 0, 1)
  builder.add(0, 2, 1)
  const gram = createGram(builder.build())
  const weights = learnEase(gram, splitHeadAndTail(gram, 3), { ridge: 1, usesTail: true })
  expect(weightOf(weights, 0, 2)).toBeCloseTo(0.5)
  expect([weightOf(weights, 0, 1), weightOf(weights, 1, 0), weightOf(weights, 1, 2)]).toEqual([0, 0, 0])
})

/** Random purchases, as a sparse matrix and as rows with a 1 for each bought product. */
function makePurchases(shopperCount: number) {
  const random = createRandom(4)
  const builder = createMatrixBuilder(shopperCount, ITEMS)
  const dense = Array.from({ length: shopperCount }, (_, shopper) =>
    Array.from({ length: ITEMS }, (_, item) => {
      // Even shoppers prefer even products, and odd ones odd products. All prefer the first ones.
      const isBought = random() < (shopper % 2 === item % 2 ? 0.8 : 0.3) / (1 + item / 6)
      if (isBought) builder.add(shopper, item, 1)
      return isBought ? 1 : 0
    }),
  )
  return { matrix: builder.build(), dense }
}

/** The weights of a ridge regression of one column on the others, by the normal equations. */
function solveLeastSquares(dense: number[][], target: number, ridge = RIDGE): number[] {
  const others = Array.from({ length: ITEMS }, (_, item) => item).filter((item) => item !== target)
  const coOccurrences = (a: number, b: number) => dense.reduce((sum, row) => sum + row[a]! * row[b]!, 0)
  const normalMatrix = Float64Array.from(
    others.flatMap((a) => others.map((b) => coOccurrences(a, b) + (a === b ? ridge : 0))),
  )
  const inverse = gaussInverse(normalMatrix, others.length)
  const weights = Array.from({ length: ITEMS }, () => 0)
  others.forEach((item, row) => {
    weights[item] = others.reduce(
      (sum, other, column) => sum + inverse[row * others.length + column]! * coOccurrences(other, target),
      0,
    )
  })
  return weights
}
