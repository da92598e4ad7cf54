import { type BatchBook, findBatch, markRecalled, putAside } from '../catalogue/batches/batch-book.ts'
import type { ProductStore } from '../catalogue/product-store.ts'
import type { Authorship } from '../operator-log/logged-change.ts'

export type BlockDeps = { products: ProductStore; newId: () => string }

/** Marks a batch as recalled, and takes those of its units that are not promised to orders out of the stock. */
export async function blockBatch(
  { products, newId }: BlockDeps,
  { productsId, batch, authorship }: { productsId: string; batch: string; authorship: Authorship },
) {
  await products.moveStock(
    productsId,
    {
      key: newId(),
      request: { recalled: batch },
      batch,
      decide({ stock = 0 }, book) {
        const cause = { kind: 'recalled', batch } as const
        if (!book || !findBatch(book, batch)) return { stock, cause }
        const marked = markRecalled(book, batch, authorship.at)
        return { cause, ...putAsideUnsold(marked, batch, stock) }
      },
    },
    authorship,
  )
}

/** Puts aside as much of a batch as the stock has. The rest was promised to orders. */
function putAsideUnsold(book: BatchBook, name: string, stock: number) {
  const { left = 0, aside = 0 } = findBatch(book, name) ?? {}
  const units = Math.min(stock, left - aside)
  return { stock: stock - units, book: putAside(book, name, units) }
}
