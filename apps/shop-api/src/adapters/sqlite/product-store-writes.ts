import type { Database } from '@nashta/sqlite/database'
import { differences, changeProduct } from '../../catalogue/product-audit.ts'
import {
  type ChangeMark,
  productChanged,
  productExists,
  type ProductAudit,
  type ProductRecord,
  type ProductStore,
} from '../../catalogue/product-store.ts'
import { productVersion } from '../../catalogue/product-version.ts'
import { type Row, toRow } from './product-store-rows.ts'

type Writes = Pick<ProductStore, 'create' | 'update' | 'remove' | 'audit'>

export type WritesDeps = {
  database: Database
  find: (id: string) => ProductRecord | null
  insert: (product: ProductRecord) => void
}

/** Each one transaction: what it looks at, what it changes and its audit row. */
export function createProductWrites({ database, find, insert }: WritesDeps): Writes {
  const { connection, write } = database
  const taken = connection.prepare(`
    SELECT 1 FROM products WHERE productsId IN (@productsId, @id) OR id IN (@productsId, @id) LIMIT 1
  `)
  const change = connection.prepare(`
    UPDATE products SET name = @name, description = @description, pricePaise = @pricePaise, imageUrl = @imageUrl,
      images = @images, imageKeys = @imageKeys, category = @category, stock = @stock, updatedAt = @updatedAt
    WHERE productsId = @productsId
  `)
  const drop = connection.prepare('DELETE FROM products WHERE productsId = ?')
  const keepAudit = connection.prepare(`
    INSERT INTO productAudit (productsId, action, at, bySub, byUsername, changes)
    VALUES (@productsId, @action, @at, @bySub, @byUsername, @changes)
  `)
  const selectAudit = connection.prepare('SELECT * FROM productAudit WHERE productsId = ? ORDER BY entry')

  function record(
    action: ProductAudit['action'],
    products_id: string,
    changes: ProductAudit['changes'],
    { by, at }: ChangeMark,
  ) {
    keepAudit.run({
      productsId: products_id,
      action,
      at,
      bySub: by.sub,
      byUsername: by.username,
      changes: JSON.stringify(changes),
    })
  }

  return {
    create(product, mark) {
      return write(() => {
        const { products_id, id = products_id } = product
        if (taken.get({ productsId: products_id, id })) throw productExists()
        insert(product)
        record('create', products_id, differences(null, product), mark)
      })
    },

    update(id, fields, mark, ifVersion) {
      return write(() => {
        const before = find(id)
        if (!before) return null
        if (ifVersion !== undefined && ifVersion !== productVersion(before)) throw productChanged()
        const { product, changes } = changeProduct(before, fields, mark.at)
        if (product === before) return before
        const { id: _id, createdAt: _createdAt, ...row } = toRow(product)
        change.run(row)
        record('update', product.products_id, changes, mark)
        return product
      })
    },

    remove(id, mark) {
      return write(() => {
        const product = find(id)
        if (!product) return null
        drop.run(product.products_id)
        record('delete', product.products_id, differences(product, null), mark)
        return product
      })
    },

    async audit(productsId) {
      return selectAudit.all(productsId).map(toAudit)
    },
  }
}

type AuditRow = {
  productsId: string
  action: ProductAudit['action']
  at: string
  bySub: string
  byUsername: string
  changes: string
}

function toAudit(row: Row): ProductAudit {
  const { productsId, action, at, bySub, byUsername, changes } = row as AuditRow
  return {
    action,
    products_id: productsId,
    at,
    by: { sub: bySub, username: byUsername },
    changes: JSON.parse(changes) as ProductAudit['changes'],
  }
}
