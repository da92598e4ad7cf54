import { asPaise } from '@nashta/contracts/money'
import type { Database } from '@nashta/sqlite/database'
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

  return {
    async list() {
      return selectAll.all().map(fromRow)
    },
    async find(id) {
      const row = selectOne.get({ id })
      return row ? fromRow(row) : null
    },
    async version() {
      return String(selectVersion.get()?.['version'])
    },
    async fillIfEmpty(products) {
      return write(() => {
        if (selectAny.get()) return false
        for (const product of products) insert.run(toRow(product))
        return true
      })
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

const textList = z.pipe(
  z.string(),
  z.transform((json: string) => z.parse(z.array(z.string()), JSON.parse(json))),
)

const rowSchema = z.object({
  productsId: z.string(),
  id: z.nullable(z.string()),
  name: z.string(),
  description: z.string(),
  pricePaise: z.pipe(z.number(), z.transform(asPaise)),
  imageUrl: z.string(),
  images: textList,
  imageKeys: textList,
  category: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  stock: z.nullable(z.number()),
})

function fromRow(row: unknown): ProductRecord {
  const { productsId, id, stock, ...fields } = z.parse(rowSchema, row)
  return {
    products_id: productsId,
    ...(id !== null && { id }),
    ...fields,
    ...(stock !== null && { stock }),
  }
}
