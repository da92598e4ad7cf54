import type { Document, Documents } from '@nashta/documents/documents'
import { type Batch, type BatchBook, findBatch } from './batch-book.ts'
import {
  archiveKey,
  BATCH_LIST,
  bookKey,
  type TakesArchive,
  usedUpKeys,
  withUsedUp,
} from './book-documents.ts'

export interface BatchStore {
  /** Null for a product that has never received a batch. */
  find(productsId: string): Promise<Document<BatchBook> | null>

  /** One batch of a product, also one that is used up and has left the book. */
  findBatch(productsId: string, batch: string): Promise<Batch | null>

  /** The books with units of batches that are best before this day or earlier, or that are not all sold. */
  listUntil(day: string): Promise<readonly BatchBook[]>

  /** The ids of all orders that were packed from the batch, also of those whose goods have come back since. */
  ordersOf(productsId: string, batch: string): Promise<string[]>
}

export function createBatchStore(documents: Documents): BatchStore {
  const find = (productsId: string) => documents.get<BatchBook>(bookKey(productsId))
  return {
    find,
    async findBatch(productsId, name) {
      const book = await find(productsId)
      if (!book) return null
      const usedUp = usedUpKeys(book.body, [name]).map((key) => documents.get<Batch>(key))
      return findBatch(withUsedUp(book.body, await Promise.all(usedUp)), name) ?? null
    },
    async listUntil(day) {
      const found = await documents.listByPlace<BatchBook>(BATCH_LIST, { below: `${day}#~` })
      return found.map(({ body }) => body)
    },
    async ordersOf(productsId, batch) {
      const book = await find(productsId)
      if (!book) return []
      const archives = Array.from({ length: book.body.archives }, (_, index) => index)
      const stored = await Promise.all(
        archives.map((index) => documents.get<TakesArchive>(archiveKey(productsId, index))),
      )
      const takes = [...stored.flatMap((archive) => archive?.body.takes ?? []), ...book.body.takes]
      return [...new Set(takes.filter((take) => take.batch === batch).map(({ orderId }) => orderId))]
    },
  }
}
