import type { Preferences } from './preferences.ts'
import { addRow, rowCount, type SparseMatrix, valueAt } from './sparse-matrix.ts'

/** Item-to-item weights: complete for the most wanted products (the head), the largest ones for the rest. */
export type Weights = {
  /** The most wanted products. */
  head: Uint32Array
  /** Each product's position in the head, −1 for the others. */
  places: Int32Array
  /** Head × head, row by row. */
  dense: Float32Array
  /** The weights in which at least one product is outside the head. */
  sparse: SparseMatrix
}

/** Adds the weights of the shopper's products to the sums; products newer than the model have no weights. */
export function addItemScores(
  { head, places, dense, sparse }: Weights,
  preferences: Preferences,
  sums: Float64Array,
) {
  const rows: number[] = []
  const strengths: number[] = []
  for (let index = 0; index < preferences.items.length; index++) {
    const item = preferences.items[index]!
    const strength = preferences.strengths[index]!
    const place = places[item] ?? -1
    if (place >= 0) {
      rows.push(place)
      strengths.push(strength)
    }
    if (item < rowCount(sparse)) addRow(sparse, item, strength, sums)
  }
  const inHead = sumOfRows(dense, head.length, rows, strengths)
  for (let place = 0; place < head.length; place++) {
    const item = head[place]!
    sums[item] = sums[item]! + inHead[place]!
  }
}

/** Adds four rows at a time, so that each sum is loaded and stored once for all four. Missing rows count 0. */
function sumOfRows(dense: Float32Array, size: number, rows: readonly number[], strengths: readonly number[]) {
  const sums = new Float64Array(size)
  for (let index = 0; index < rows.length; index += 4) {
    const start = (next: number) => (rows[index + next] ?? 0) * size
    const strength = (next: number) => strengths[index + next] ?? 0
    const [a, b, c, d] = [start(0), start(1), start(2), start(3)]
    const [p, q, r, s] = [strength(0), strength(1), strength(2), strength(3)]
    for (let place = 0; place < size; place++) {
      sums[place] =
        sums[place]! +
        p * dense[a + place]! +
        q * dense[b + place]! +
        r * dense[c + place]! +
        s * dense[d + place]!
    }
  }
  return sums
}

export function weightOf({ head, places, dense, sparse }: Weights, source: number, target: number): number {
  const [row, column] = [places[source] ?? -1, places[target] ?? -1]
  if (row >= 0 && column >= 0) return dense[row * head.length + column]!
  return valueAt(sparse, source, target)
}
