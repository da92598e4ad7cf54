import type { SQLOutputValue } from 'node:sqlite'
import { asPaise } from '@nashta/contracts/money'
import type { Database } from '@nashta/sqlite/database'
import { oncePerTurn } from '@nashta/sqlite/once-per-turn'
import * as z from 'zod/mini'
import type { ProductRecord, ProductStore } from '../../catalogue/product-store.ts'

export function createSqliteProductStore({ connection, write }: Database): ProductStore {
  const selectAll = connection.prepare('SELECT * FROM products ORDER BY position')
  const selectOne = connection.prepare(`
    SELECT * FROM products WHERE productsId = @id OR id = @id ORDER BY productsId = @id DESC LIMIT 1
  `)
  const selectVersion = connection.prepare('SELECT version FROM catalogue')
  const selectAny = connection.prepare('SELECT 1 FROM products LIMIT 1')
  const insert = connection.prepare(`
    INSERT INTO products (productsId, id, name, description, pricePaise, imageUrl, images, imageKeys, category,
      createdAt, updatedAt, stock)
    VALUES (@productsId, @id, @name, @description, @pricePaise, @imageUrl, @images, @imageKeys, @category,
      @createdAt, @updatedAt, @stock)
  `)

  const isEmpty = () => selectAny.get() === undefined
  const version = oncePerTurn(() => String(selectVersion.get()?.['version']))

  return {
    async list() {
      return selectAll.all().map(fromRow)
    },
    async find(id) {
      const row = selectOne.get({ id })
      return row ? fromRow(row) : null
    },
    async isEmpty() {
      return isEmpty()
    },
    async version() {
      return version()
    },
    async fillIfEmpty(products) {
      const filled = await write(() => {
        if (!isEmpty()) return false
        for (const product of products) insert.run(toRow(product))
        return true
      })
      version.forget()
      return filled
    },
  }
}

function toRow({ products_id, id, images, imageKeys, stock, ...fields }: ProductRecord) {
  return {
    ...fields,
    productsId: products_id,
    id: id ?? null,
    images: JSON.stringify(images),
    imageKeys: JSON.stringify(imageKeys),
    stock: stock ?? null,
  }
}

const textList = z.array(z.string())

/** STRICT tables hold what their columns say; only what SQLite takes for plain text is checked here. */
type ProductRow = Omit<ReturnType<typeof toRow>, 'pricePaise'> & { position: number; pricePaise: number }

function fromRow(row: Record<string, SQLOutputValue>): ProductRecord {
  const {
    position: _order,
    productsId,
    id,
    pricePaise,
    images,
    imageKeys,
    stock,
    ...fields
  } = row as ProductRow
  return {
    products_id: productsId,
    ...(id !== null && { id }),
    ...fields,
    pricePaise: asPaise(pricePaise),
    images: z.parse(textList, JSON.parse(images)),
    imageKeys: z.parse(textList, JSON.parse(imageKeys)),
    ...(stock !== null && { stock }),
  }
}
