import { addRow, countRows, type SparseMatrix, valueAt } from './numerics/sparse-matrix.ts'
import type { Preferences } from './preferences.ts'

/** How strongly each product (the row) suggests each other product (the column). */
export type Weights = {
  /** The products with the most shoppers. */
  head: Uint32Array
  /** Each product's position in the head; −1 for products outside. */
  headPositions: Int32Array
  /** All weights between products of the head, row by row. */
  dense: Float32Array
  /** Weights between products of which one or both are outside the head. Small ones are left out. */
  sparse: SparseMatrix
}

/**
 * Adds the collaborative score of each product p to `scores`: the sum of strength(q) × weight(q, p)
 * over the preferred products q. Products that are newer than the model have no weights.
 */
export function addCollaborativeScores(
  { head, headPositions, dense, sparse }: Weights,
  preferences: Preferences,
  scores: Float64Array,
) {
  const rows: number[] = []
  const strengths: number[] = []
  for (let index = 0; index < preferences.items.length; index++) {
    const item = preferences.items[index]!
    const strength = preferences.strengths[index]!
    const position = headPositions[item] ?? -1
    if (position >= 0) {
      rows.push(position)
      strengths.push(strength)
    }
    // A product of the head has sparse weights too: those for products outside the head.
    if (item < countRows(sparse)) addRow(sparse, item, strength, scores)
  }
  const headSums = sumOfRows(dense, head.length, rows, strengths)
  for (let position = 0; position < head.length; position++) {
    const item = head[position]!
    scores[item] = scores[item]! + headSums[position]!
  }
}

/**
 * The sum of rows, each multiplied by its strength. The loop adds four rows at a time, so that each
 * sum is loaded and stored once for four rows. If fewer than four rows are left, the missing ones
 * have strength 0.
 */
function sumOfRows(dense: Float32Array, size: number, rows: readonly number[], strengths: readonly number[]) {
  const sums = new Float64Array(size)
  for (let index = 0; index < rows.length; index += 4) {
    const start = (offset: number) => (rows[index + offset] ?? 0) * size
    const strength = (offset: number) => strengths[index + offset] ?? 0
    const [startA, startB, startC, startD] = [start(0), start(1), start(2), start(3)]
    const [strengthA, strengthB, strengthC, strengthD] = [strength(0), strength(1), strength(2), strength(3)]
    for (let column = 0; column < size; column++) {
      sums[column] =
        sums[column]! +
        strengthA * dense[startA + column]! +
        strengthB * dense[startB + column]! +
        strengthC * dense[startC + column]! +
        strengthD * dense[startD + column]!
    }
  }
  return sums
}

/** How strongly the product `source` suggests the product `target`. */
export function weightOf(weights: Weights, source: number, target: number): number {
  const { head, headPositions, dense, sparse } = weights
  const [row, column] = [headPositions[source] ?? -1, headPositions[target] ?? -1]
  if (row >= 0 && column >= 0) return dense[row * head.length + column]!
  return valueAt(sparse, source, target)
}
