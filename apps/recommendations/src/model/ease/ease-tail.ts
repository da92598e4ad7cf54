import type { MatrixBuilder } from '../numerics/sparse-matrix.ts'
import { indexesFarthestFromZero } from '../numerics/top-indexes.ts'
import type { Gram } from './gram.ts'

// The head is the products with the most shoppers. The tail is all other products with shoppers.

/**
 * For each tail product, only the largest co-occurrences are used: this many with head products,
 * and this many with other tail products.
 */
const NEIGHBOURS_MAX = 100

/** A tail product's row of the Gram matrix. The off-diagonal elements are co-occurrences. */
type TailRow = {
  item: number
  /** The diagonal element of the Gram matrix, with the ridge. */
  pivot: number
  withHead: HeadVector
  withTail: { items: Uint32Array; values: Float64Array }
}

/** Values for some head products. The other head products have the value 0. */
type HeadVector = {
  /** Positions in the head, ascending. */
  positions: Uint32Array
  values: Float64Array
}

/** The head as `learnEase` solved it. `inverse` is the inverse of its Gram matrix with the ridge. */
type Solution = { head: Uint32Array; headPositions: Int32Array; inverse: Float64Array; ridge: number }

/**
 * Adds the weights between tail products and head products, and between tail products. As in
 * `learnEase`, a weight is a negated element of the inverse of the whole Gram matrix, divided by
 * the diagonal element of the suggested product. The whole inverse would take too long, so its
 * elements are approximated.
 */
export function addTailWeights(weights: MatrixBuilder, gram: Gram, solution: Solution, tail: Uint32Array) {
  const { head, inverse } = solution
  const size = head.length
  const rows = new Map(tailRows(gram, solution, tail).map((row) => [row.item, row]))
  /**
   * The coefficients of the ridge regression that predicts the current tail product from the head
   * products: the matrix `inverse` times the vector `withHead`.
   */
  const coefficients = new Float64Array(size)
  for (const { item, pivot, withHead, withTail } of rows.values()) {
    // Coefficients of head products that are not in `withHead` are not computed, and stay 0.
    for (const position of withHead.positions)
      coefficients[position] = dotProduct(withHead, inverse, position * size)

    /** The part of the pivot that follows from the co-occurrences with the head. */
    const explained = dotProduct(withHead, coefficients)

    // If this were the only tail product, its diagonal element of the inverse would be
    // 1 / (pivot − explained).
    // The approximation is the beginning of the series of this fraction:
    // 1 / pivot + explained / pivot².
    const diagonal = (1 + explained / pivot) / pivot

    // If this were the only tail product, its element with a head product would be
    // −coefficient / (pivot − explained). The approximation leaves out `explained`.
    for (const position of withHead.positions) {
      const negatedElement = coefficients[position]! / pivot
      // The first weight suggests the tail product; the second suggests the head product.
      // The diagonal element of the head product is taken from `inverse`, as if there were no tail.
      weights.add(head[position]!, item, negatedElement / diagonal)
      weights.add(item, head[position]!, negatedElement / inverse[position * size + position]!)
    }

    // The element between two tail products is approximated by
    // −unexplained / (pivot × pivot of the other product).
    // Only the weight that suggests `item` is added here, because `other` has a row of its own.
    withTail.items.forEach((other, index) => {
      const otherRow = rows.get(other)!
      const coOccurrence = withTail.values[index]!
      const explainedByHead = dotProduct(otherRow.withHead, coefficients)
      const unexplained = coOccurrence - explainedByHead
      const negatedElement = unexplained / (pivot * otherRow.pivot)
      weights.add(other, item, negatedElement / diagonal)
    })
    coefficients.fill(0)
  }
}

function tailRows(gram: Gram, { head, headPositions, ridge }: Solution, tail: Uint32Array): TailRow[] {
  const isInHead = (other: number) => headPositions[other]! >= 0
  return Array.from(tail, (item) => {
    const { row, nonZero } = gram.rowOf(item)
    const valueOf = (other: number) => row[other]!
    // Sorted, so that the inverse is read in the order of its memory.
    const positions = largestNeighbours(row, nonZero.filter(isInHead))
      .map((other) => headPositions[other]!)
      .toSorted()
    const inTail = nonZero.filter((other) => other !== item && !isInHead(other))
    const items = largestNeighbours(row, inTail)
    return {
      item,
      pivot: valueOf(item) + ridge,
      withHead: { positions, values: Float64Array.from(positions, (position) => valueOf(head[position]!)) },
      withTail: { items, values: Float64Array.from(items, valueOf) },
    }
  })
}

/**
 * Picks those of the products `others` that have the largest values in the row. No value is
 * negative, so the largest values are those farthest from 0.
 */
function largestNeighbours(row: Float64Array, others: readonly number[]): Uint32Array {
  const values = Float64Array.from(others, (other) => row[other]!)
  return indexesFarthestFromZero(values, NEIGHBOURS_MAX).map((index) => others[index]!)
}

/** `dense` has one number for each head product, from the index `start` on. */
function dotProduct({ positions, values }: HeadVector, dense: Float64Array, start = 0): number {
  let sum = 0
  for (let index = 0; index < positions.length; index++) {
    sum += values[index]! * dense[start + positions[index]!]!
  }
  return sum
}
