import type { MatrixBuilder } from '../numerics/sparse-matrix.ts'
import { indexesFarthestFromZero } from '../numerics/top-indexes.ts'
import type { Gram } from './gram.ts'

/** Only this many of a tail product's largest co-occurrences with the head are used, and as many with the tail. */
const NEIGHBOURS_MAX = 100

/** A tail product's co-occurrences: its row of the Gram matrix. */
type TailRow = {
  item: number
  /** The diagonal element, with the ridge. */
  pivot: number
  /** Positions in the head, and the co-occurrences with the products there. */
  positions: Uint32Array
  amounts: Float64Array
  /** Other tail products, and the co-occurrences with them. */
  others: Uint32Array
  otherAmounts: Float64Array
}

/** The head as `learnEase` solved it. `inverse` is the inverse of its Gram matrix with the ridge. */
type Solution = { head: Uint32Array; headPositions: Int32Array; inverse: Float64Array; ridge: number }

/**
 * Adds the weights of tail products. They come from an approximate inverse of the whole Gram
 * matrix. Its elements are:
 * - Between two head products: the element of the inverse of the head alone.
 * - On the diagonal of a tail product, and between it and the head: nearly the element that there
 *   would be if it were the only tail product. That element has the factor 1 / (pivot − explained).
 *   The pivot is the product's diagonal element in the Gram matrix, with the ridge. `explained` is
 *   the part of the pivot that follows from the co-occurrences with the head. The factor is
 *   approximated by (1 + explained / pivot) / pivot on the diagonal, and by 1 / pivot elsewhere.
 * - Between two tail products: the part of their co-occurrence that does not follow from the head,
 *   negated and divided by both pivots. Other tail products are ignored, because co-occurrences in
 *   the tail are small beside the ridge.
 */
export function addTailWeights(weights: MatrixBuilder, gram: Gram, solution: Solution, tail: Uint32Array) {
  const { head, inverse } = solution
  const size = head.length
  const rows = new Map(tailRows(gram, solution, tail).map((row) => [row.item, row]))
  /**
   * The head's inverse times the co-occurrences of the current tail product. Only the positions in
   * its row are filled; the others are 0.
   */
  const solved = new Float64Array(size)
  for (const tailRow of rows.values()) {
    const { item, pivot, positions, others, otherAmounts } = tailRow
    for (const position of positions) solved[position] = dotProduct(tailRow, inverse, position * size)
    const explained = dotProduct(tailRow, solved)
    const diagonal = (1 + explained / pivot) / pivot
    // A weight is a negated element of the approximated inverse, divided by the diagonal element of
    // the suggested product (see `learnEase`).
    for (const position of positions) {
      const negated = solved[position]! / pivot
      weights.add(head[position]!, item, negated / diagonal)
      weights.add(item, head[position]!, negated / inverse[position * size + position]!)
    }
    others.forEach((other, index) => {
      const otherRow = rows.get(other)!
      const unexplained = otherAmounts[index]! - dotProduct(otherRow, solved)
      const negated = unexplained / (pivot * otherRow.pivot)
      weights.add(other, item, negated / diagonal)
    })
    for (const position of positions) solved[position] = 0
  }
}

function tailRows(gram: Gram, { head, headPositions, ridge }: Solution, tail: Uint32Array): TailRow[] {
  const isInHead = (other: number) => headPositions[other]! >= 0
  return Array.from(tail, (item) => {
    const { row, nonZero } = gram.rowOf(item)
    const amountOf = (other: number) => row[other]!
    // Sorted, so that the inverse is read in the order of its memory.
    const positions = largestNeighbours(row, nonZero.filter(isInHead))
      .map((other) => headPositions[other]!)
      .toSorted()
    const inTail = nonZero.filter((other) => other !== item && !isInHead(other))
    const others = largestNeighbours(row, inTail)
    return {
      item,
      pivot: amountOf(item) + ridge,
      positions,
      amounts: Float64Array.from(positions, (position) => amountOf(head[position]!)),
      others,
      otherAmounts: Float64Array.from(others, amountOf),
    }
  })
}

function largestNeighbours(row: Float64Array, others: readonly number[]): Uint32Array {
  const amounts = Float64Array.from(others, (other) => row[other]!)
  return indexesFarthestFromZero(amounts, NEIGHBOURS_MAX).map((index) => others[index]!)
}

/**
 * The dot product of two vectors over the head: the row's co-occurrences, and the values from
 * `start` on.
 */
function dotProduct({ positions, amounts }: TailRow, values: Float64Array, start = 0): number {
  let sum = 0
  for (let index = 0; index < positions.length; index++) {
    sum += amounts[index]! * values[start + positions[index]!]!
  }
  return sum
}
