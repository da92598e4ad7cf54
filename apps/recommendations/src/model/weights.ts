import { addRow, rowCount, type SparseMatrix, valueAt } from './sparse-matrix.ts'
import type { Taste } from './taste.ts'

/** What each product says about every other: all of it for the most wanted, the strongest of it for the rest. */
export type Weights = {
  /** The most wanted products. */
  head: Uint32Array
  /** Where each product stands in the head, −1 for the others. */
  places: Int32Array
  /** A row for each of the head, with a column for each of them. */
  dense: Float32Array
  /** By product: what involves one that is not in the head. */
  sparse: SparseMatrix
}

/** Adds to every product what those that the shopper wants say about it; new ones say nothing yet. */
export function addCarried({ head, places, dense, sparse }: Weights, taste: Taste, sums: Float64Array) {
  const rows: number[] = []
  const strengths: number[] = []
  for (let index = 0; index < taste.items.length; index++) {
    const item = taste.items[index]!
    const strength = taste.strengths[index]!
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

/** Four rows at a time, so that a sum is fetched and stored once for all of them; what is missing counts 0. */
function sumOfRows(dense: Float32Array, size: number, rows: readonly number[], strengths: readonly number[]) {
  const sums = new Float64Array(size)
  for (let index = 0; index < rows.length; index += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((next) => (rows[index + next] ?? 0) * size) as Four
    const [p, q, r, s] = [0, 1, 2, 3].map((next) => strengths[index + next] ?? 0) as Four
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

type Four = [number, number, number, number]

export function weightOf({ head, places, dense, sparse }: Weights, source: number, target: number): number {
  const [row, column] = [places[source] ?? -1, places[target] ?? -1]
  if (row >= 0 && column >= 0) return dense[row * head.length + column]!
  return valueAt(sparse, source, target)
}
