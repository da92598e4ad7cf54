import type { Database } from '@nashta/sqlite/database'
import { differences } from '../../audit.ts'
import { changeProduct } from '../../catalogue/admin/product-audit.ts'
import {
  productChanged,
  productExists,
  type ProductAudit,
  type ProductRecord,
  type ProductStore,
} from '../../catalogue/product-store.ts'
import { productVersion } from '../../catalogue/product.ts'
import { UPDATE_PRODUCT, updateParameters } from './product-rows.ts'

type Writes = Pick<ProductStore, 'create' | 'update' | 'remove' | 'listAudit'>

export type WritesDeps = {
  database: Database
  find: (id: string) => ProductRecord | null
  insert: (product: ProductRecord) => void
}

/** Each change is one transaction: its checks, the product and the audit row. */
export function createProductWrites({ database, find, insert }: WritesDeps): Writes {
  const { prepare, write } = database
  const selectSameId = prepare<{ found: 1 }>(`
    SELECT 1 AS found FROM products WHERE productsId IN (@productsId, @id) OR id IN (@productsId, @id) LIMIT 1
  `)
  const updateOne = prepare(UPDATE_PRODUCT)
  const deleteOne = prepare('DELETE FROM products WHERE productsId = ?')
  const insertAudit = prepare(`
    INSERT INTO productAudit (productsId, action, at, bySub, byUsername, changes)
    VALUES (@productsId, @action, @at, @bySub, @byUsername, @changes)
  `)
  const selectAudit = prepare<AuditRow>('SELECT * FROM productAudit WHERE productsId = ? ORDER BY entry')

  function addAudit({ action, products_id, changes, by, at }: ProductAudit) {
    insertAudit.run({
      productsId: products_id,
      action,
      at,
      bySub: by.sub,
      byUsername: by.username,
      changes: JSON.stringify(changes),
    })
  }

  return {
    create(product, authorship) {
      return write(() => {
        const { products_id, id = products_id } = product
        if (selectSameId.get({ productsId: products_id, id })) throw productExists()
        insert(product)
        addAudit({ action: 'create', products_id, changes: differences(null, product), ...authorship })
      })
    },

    update(id, fields, authorship, ifVersion) {
      return write(() => {
        const before = find(id)
        if (!before) return null
        if (ifVersion !== undefined && ifVersion !== productVersion(before)) throw productChanged()
        const { product, changes } = changeProduct(before, fields, authorship.at)
        const isUnchanged = product === before
        if (isUnchanged) return before
        updateOne.run(updateParameters(product))
        addAudit({ action: 'update', products_id: product.products_id, changes, ...authorship })
        return product
      })
    },

    remove(id, authorship) {
      return write(() => {
        const product = find(id)
        if (!product) return null
        const { products_id } = product
        deleteOne.run(products_id)
        addAudit({ action: 'delete', products_id, changes: differences(product, null), ...authorship })
        return product
      })
    },

    async listAudit(productsId) {
      return selectAudit.all(productsId).map(toAudit)
    },
  }
}

export type AuditRow = {
  entry: number
  productsId: string
  action: ProductAudit['action']
  at: string
  bySub: string
  byUsername: string
  changes: string
}

export function toAudit({ productsId, action, at, bySub, byUsername, changes }: AuditRow): ProductAudit {
  return {
    action,
    products_id: productsId,
    at,
    by: { sub: bySub, username: byUsername },
    changes: JSON.parse(changes),
  }
}
