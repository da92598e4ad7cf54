import { type BatchBook, findBatch, markRecalled, putAside } from '../catalogue/batches/batch-book.ts'
import type { ProductStore } from '../catalogue/product-store.ts'
import type { Authorship } from '../operator-log/logged-change.ts'

export type BlockDeps = { products: ProductStore; newId: () => string }

/** Marks a batch as recalled, and takes what is in the stock out of it. */
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
        return { cause, ...setAside(marked, batch, stock) }
      },
    },
    authorship,
  )
}

/** Puts as much of a batch aside as the stock has. The rest was promised to orders. */
function setAside(book: BatchBook, name: string, stock: number) {
  const { left = 0, aside = 0 } = findBatch(book, name) ?? {}
  const units = Math.min(stock, left - aside)
  return { stock: stock - units, book: putAside(book, name, units) }
}
