import { prepareDocumentWrites } from '@nashta/documents/sqlite-documents'
import type { Database } from '@nashta/sqlite/database'
import { changeProduct, productLogEntry } from '../../catalogue/admin/change-product.ts'
import { productExists, type ProductRecord, type ProductStore } from '../../catalogue/product-store.ts'
import { logWrites } from '../../operator-log/operator-log.ts'
import { UPDATE_PRODUCT, updateParameters } from './product-rows.ts'

type Writes = Pick<ProductStore, 'create' | 'update' | 'remove'>

export type WritesDeps = {
  database: Database
  find: (id: string) => ProductRecord | null
  insert: (product: ProductRecord) => void
}

/** The checks, the change of the product and its log entry are one transaction. */
export function createProductWrites({ database, find, insert }: WritesDeps): Writes {
  const { prepare, write } = database
  // Both ids of a new product must differ from both ids of every other product.
  const selectSameId = prepare<{ found: 1 }>(`
    SELECT 1 AS found FROM products WHERE productsId IN (@productsId, @id) OR id IN (@productsId, @id) LIMIT 1
  `)
  const updateOne = prepare(UPDATE_PRODUCT)
  const deleteOne = prepare('DELETE FROM products WHERE productsId = ?')
  const documents = prepareDocumentWrites(database)

  return {
    create(product, authorship) {
      return write(() => {
        const { products_id, id = products_id } = product
        if (selectSameId.get({ productsId: products_id, id })) throw productExists()
        insert(product)
        documents.write(logWrites(productLogEntry(null, product, authorship)))
      })
    },

    update(id, fields, authorship, seen) {
      return write(() => {
        const before = find(id)
        if (!before) return null
        const { product, entry } = changeProduct(before, { fields, authorship, seen })
        const isUnchanged = product === before
        if (isUnchanged) return before
        updateOne.run(updateParameters(product))
        documents.write(logWrites(entry))
        return product
      })
    },

    remove(id, authorship) {
      return write(() => {
        const product = find(id)
        if (!product) return null
        deleteOne.run(product.products_id)
        documents.write(logWrites(productLogEntry(product, null, authorship)))
        return product
      })
    },
  }
}
