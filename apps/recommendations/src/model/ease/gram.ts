import { countShoppers, type Histories } from '../histories.ts'
import { createMatrixBuilder, countRows, type SparseMatrix, transposed } from '../numerics/sparse-matrix.ts'
import { preferencesOf } from '../preferences.ts'

/** The matrix X of EASE: one row per shopper, one column per product, values are the strengths of preferences. */
export function preferenceMatrix(histories: Histories, itemCount: number): SparseMatrix {
  const shopperCount = countShoppers(histories)
  const builder = createMatrixBuilder(shopperCount, itemCount)
  for (let shopper = 0; shopper < shopperCount; shopper++) {
    const { items, strengths } = preferencesOf(histories, shopper)
    items.forEach((item, index) => builder.add(shopper, item, strengths[index]!))
  }
  return builder.build()
}

/** The Gram matrix XᵀX, computed one row at a time. */
export function createGram(byShopper: SparseMatrix) {
  const byItem = transposed(byShopper)
  const row = new Float64Array(byShopper.columnCount)
  let nonZero: number[] = []

  return {
    size: countRows(byItem),

    /** The number of shoppers whose history contains this product. */
    shopperCountOf: (item: number) => byItem.starts[item + 1]! - byItem.starts[item]!,

    /**
     * A product's row: how strongly shoppers want it together with each product. `nonZero` lists
     * the columns that are not 0. The next call overwrites the row.
     */
    rowOf(item: number): { row: Float64Array; nonZero: readonly number[] } {
      for (const other of nonZero) row[other] = 0
      nonZero = []
      for (let entry = byItem.starts[item]!; entry < byItem.starts[item + 1]!; entry++) {
        const shopper = byItem.columns[entry]!
        const strength = byItem.values[entry]!
        const end = byShopper.starts[shopper + 1]!
        for (let shopperEntry = byShopper.starts[shopper]!; shopperEntry < end; shopperEntry++) {
          const other = byShopper.columns[shopperEntry]!
          const sum = row[other]!
          if (sum === 0) nonZero.push(other)
          row[other] = sum + strength * byShopper.values[shopperEntry]!
        }
      }
      return { row, nonZero }
    },
  }
}

export type Gram = ReturnType<typeof createGram>
