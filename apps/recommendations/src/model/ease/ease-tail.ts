import type { MatrixBuilder } from '../numerics/sparse-matrix.ts'
import { indexesOfLargest } from '../numerics/top-indexes.ts'
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
 * Adds the weights of tail products from an approximation of the inverse of the whole Gram matrix. Its head part is the
 * inverse of the head alone. The rest is a series, cut after its first terms, as if each tail product were the only one.
 * Co-occurrences of two tail products are small beside the ridge, so only their direct effect is added.
 */
export function addTailWeights(weights: MatrixBuilder, gram: Gram, solution: Solution, tail: Uint32Array) {
  const { head, inverse } = solution
  const size = head.length
  const rows = new Map(tailRows(gram, solution, tail).map((row) => [row.item, row]))
  /** The head's inverse times the product's co-occurrences, at the positions of these co-occurrences. */
  const solved = new Float64Array(size)
  for (const tailRow of rows.values()) {
    const { item, pivot, positions, others, otherAmounts } = tailRow
    for (const position of positions) solved[position] = dotProduct(tailRow, inverse, position * size)
    // A weight is a negated element of the approximated inverse, divided by the diagonal element of the suggested product
    // (see `learnEase`). That of this product is 1 / (pivot − explained). The fraction below is about the same.
    const explained = dotProduct(tailRow, solved)
    const diagonal = (1 + explained / pivot) / pivot
    for (const position of positions) {
      const negated = solved[position]! / pivot
      weights.add(head[position]!, item, negated / diagonal)
      weights.add(item, head[position]!, negated / inverse[position * size + position]!)
    }
    others.forEach((other, index) => {
      const otherRow = rows.get(other)!
      // The part of the co-occurrence that follows from products of the head is subtracted.
      const negated = (otherAmounts[index]! - dotProduct(otherRow, solved)) / (pivot * otherRow.pivot)
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
    // Sorted by position, which is the memory order of the inverse.
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
  return indexesOfLargest(amounts, NEIGHBOURS_MAX).map((index) => others[index]!)
}

/** The dot product of a row's co-occurrences with the head and the values from `start` on. */
function dotProduct({ positions, amounts }: TailRow, values: Float64Array, start = 0): number {
  let sum = 0
  for (let index = 0; index < positions.length; index++) {
    sum += amounts[index]! * values[start + positions[index]!]!
  }
  return sum
}
