import type { Histories } from './histories.ts'
import { preferencesOf } from './preferences.ts'
import { createMatrixBuilder, rowCount, type SparseMatrix, transposed } from './sparse-matrix.ts'

/** The matrix X of EASE: one row per shopper, one column per product. */
export function preferenceMatrix(histories: Histories, itemCount: number): SparseMatrix {
  const shoppers = histories.starts.length - 1
  const builder = createMatrixBuilder(shoppers, itemCount)
  for (let shopper = 0; shopper < shoppers; shopper++) {
    const { items, strengths } = preferencesOf(histories, shopper, 1)
    items.forEach((item, place) => builder.add(shopper, item, strengths[place]!))
  }
  return builder.build()
}

/** The Gram matrix XᵀX, computed one row at a time. */
export function createGram(byShopper: SparseMatrix) {
  const byItem = transposed(byShopper)
  const row = new Float64Array(byShopper.columnCount)
  let touched: number[] = []

  return {
    size: rowCount(byItem),

    /** The number of shoppers with this product. */
    shoppersOf: (item: number) => byItem.starts[item + 1]! - byItem.starts[item]!,

    /** A product's row and the columns that are not zero. Both are valid until the next call. */
    rowOf(item: number): { row: Float64Array; touched: readonly number[] } {
      for (const other of touched) row[other] = 0
      touched = []
      for (let at = byItem.starts[item]!; at < byItem.starts[item + 1]!; at++) {
        const shopper = byItem.columns[at]!
        const strength = byItem.values[at]!
        const end = byShopper.starts[shopper + 1]!
        for (let place = byShopper.starts[shopper]!; place < end; place++) {
          const other = byShopper.columns[place]!
          const known = row[other]!
          if (known === 0) touched.push(other)
          row[other] = known + strength * byShopper.values[place]!
        }
      }
      return { row, touched }
    },
  }
}

export type Gram = ReturnType<typeof createGram>
