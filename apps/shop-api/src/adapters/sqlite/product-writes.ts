import { prepareDocumentWrites } from '@nashta/documents/sqlite-documents'
import type { Database } from '@nashta/sqlite/database'
import { changeProduct, productLogEntry } from '../../catalogue/admin/change-product.ts'
import { type Batch, type BatchBook, emptied } from '../../catalogue/batches/batch-book.ts'
import { bookKey, bookWrites, withUsedUp } from '../../catalogue/batches/book-documents.ts'
import { productExists, type ProductRecord, type ProductStore } from '../../catalogue/product-store.ts'
import { entryOfChange, type StockCause } from '../../catalogue/stock/stock-entry.ts'
import {
  assertNotInBatches,
  doneMoveKey,
  isRepeatedMove,
  moveWrites,
  usedUpKeysOf,
} from '../../catalogue/stock/stock-move.ts'
import type { Authorship } from '../../operator-log/logged-change.ts'
import { type LogEntry, logWrites } from '../../operator-log/operator-log.ts'
import { UPDATE_PRODUCT, updateParameters } from './product-rows.ts'
import type { AddStockEntry } from './stock-entries.ts'

type Writes = Pick<ProductStore, 'create' | 'update' | 'moveStock' | 'setRating' | 'remove'>

export type WritesDeps = {
  database: Database
  find: (id: string) => ProductRecord | null
  insert: (product: ProductRecord) => void
  addStockEntry: AddStockEntry
}

/** The checks, the change of the product, its log entry and that of its stock are one transaction. */
export function createProductWrites({ database, find, insert, addStockEntry }: WritesDeps): Writes {
  const { prepare, write } = database
  // Both ids of a new product must differ from both ids of every other product.
  const selectSameId = prepare<{ found: 1 }>(`
    SELECT 1 AS found FROM products WHERE productsId IN (@productsId, @id) OR id IN (@productsId, @id) LIMIT 1
  `)
  const updateOne = prepare(UPDATE_PRODUCT)
  const updateRating = prepare('UPDATE products SET rating = ?2 WHERE productsId = ?1 AND rating IS NOT ?2')
  const deleteOne = prepare('DELETE FROM products WHERE productsId = ?')
  const documents = prepareDocumentWrites(database)
  const readBook = (productsId: string) => documents.get<BatchBook>(bookKey(productsId))

  /** `before` is null for a new product, `after` for one that is removed. */
  function record(
    before: ProductRecord | null,
    after: ProductRecord | null,
    authorship: Authorship,
    { entry, cause }: { entry: LogEntry; cause?: StockCause },
  ) {
    documents.write(logWrites(entry))
    const stockEntry = entryOfChange(before, after, authorship, cause)
    if (stockEntry) addStockEntry(entry.subject, stockEntry)
  }

  return {
    create(product, authorship) {
      return write(() => {
        const { products_id, id = products_id } = product
        if (selectSameId.get({ productsId: products_id, id })) throw productExists()
        insert(product)
        record(null, product, authorship, { entry: productLogEntry(null, product, authorship) })
      })
    },

    update(id, fields, authorship, seen) {
      return write(() => {
        const before = find(id)
        if (!before) return null
        const { product, entry } = changeProduct(before, { fields, authorship, seen })
        const isUnchanged = product === before
        if (isUnchanged) return before
        if (product.stock !== before.stock) assertNotInBatches(readBook(product.products_id)?.body ?? null)
        updateOne.run(updateParameters(product))
        record(before, product, authorship, { entry })
        return product
      })
    },

    moveStock(id, move, authorship) {
      return write(() => {
        const before = find(id)
        if (!before) return null
        const { products_id } = before
        if (isRepeatedMove(move, documents.get(doneMoveKey(products_id, move)))) return before
        const stored = readBook(products_id)
        const usedUp = usedUpKeysOf(move, stored).map((key) => documents.get<Batch>(key))
        const { stock, cause, book } = move.decide(before, stored && withUsedUp(stored.body, usedUp))
        documents.write(moveWrites(products_id, move, { before: stored, book }, new Date(authorship.at)))
        const { product, entry } = changeProduct(before, { fields: { stock }, authorship, seen: undefined })
        const isUnchanged = product === before
        if (isUnchanged) return before
        updateOne.run(updateParameters(product))
        record(before, product, authorship, { entry, cause })
        return product
      })
    },

    setRating(productsId, rating) {
      return write(() => {
        updateRating.run(productsId, rating && JSON.stringify(rating))
      })
    },

    remove(id, authorship) {
      return write(() => {
        const product = find(id)
        if (!product) return null
        deleteOne.run(product.products_id)
        const stored = readBook(product.products_id)
        if (stored) documents.write(bookWrites(stored, emptied(stored.body)))
        record(product, null, authorship, { entry: productLogEntry(product, null, authorship) })
        return product
      })
    },
  }
}
