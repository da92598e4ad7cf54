import type { Histories } from './histories.ts'
import { createMatrixBuilder, rowCount, type SparseMatrix, transposed } from './sparse-matrix.ts'
import { tasteOf } from './taste.ts'

/** Who wants what: one row for each shopper. */
export function wants(histories: Histories, itemCount: number): SparseMatrix {
  const shoppers = histories.starts.length - 1
  const builder = createMatrixBuilder(shoppers, itemCount)
  for (let shopper = 0; shopper < shoppers; shopper++) {
    const { items, strengths } = tasteOf(histories, shopper, 1)
    items.forEach((item, place) => builder.add(shopper, item, strengths[place] as number))
  }
  return builder.build()
}

/** How strongly two products are wanted by the same shoppers, one product's row at a time. */
export function createGram(byShopper: SparseMatrix) {
  const byItem = transposed(byShopper)
  const row = new Float64Array(byShopper.columnCount)
  let touched: number[] = []

  return {
    size: rowCount(byItem),

    /** In how many hands the product is. */
    shoppersOf: (item: number) => (byItem.starts[item + 1] as number) - (byItem.starts[item] as number),

    /** Lends the row of one product and the products that are not zero in it, until the next call. */
    rowOf(item: number): { row: Float64Array; touched: readonly number[] } {
      for (const other of touched) row[other] = 0
      touched = []
      for (let at = byItem.starts[item] as number; at < (byItem.starts[item + 1] as number); at++) {
        const shopper = byItem.columns[at] as number
        const strength = byItem.values[at] as number
        const end = byShopper.starts[shopper + 1] as number
        for (let place = byShopper.starts[shopper] as number; place < end; place++) {
          const other = byShopper.columns[place] as number
          const known = row[other] as number
          if (known === 0) touched.push(other)
          row[other] = known + strength * (byShopper.values[place] as number)
        }
      }
      return { row, touched }
    },
  }
}

export type Gram = ReturnType<typeof createGram>
