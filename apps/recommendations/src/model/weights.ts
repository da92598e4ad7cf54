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
  const inHead = new Float64Array(head.length)
  for (let index = 0; index < taste.items.length; index++) {
    const item = taste.items[index] as number
    const strength = taste.strengths[index] as number
    const place = places[item] ?? -1
    if (place >= 0) addDenseRow(dense, place * head.length, strength, inHead)
    if (item < rowCount(sparse)) addRow(sparse, item, strength, sums)
  }
  for (let place = 0; place < head.length; place++) {
    const item = head[place] as number
    sums[item] = (sums[item] as number) + (inHead[place] as number)
  }
}

function addDenseRow(dense: Float32Array, start: number, factor: number, sums: Float64Array) {
  for (let place = 0; place < sums.length; place++) {
    sums[place] = (sums[place] as number) + factor * (dense[start + place] as number)
  }
}

export function weightOf({ head, places, dense, sparse }: Weights, source: number, target: number): number {
  const [row, column] = [places[source] ?? -1, places[target] ?? -1]
  if (row >= 0 && column >= 0) return dense[row * head.length + column] as number
  return valueAt(sparse, source, target)
}
