import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { asPaise } from '@nashta/contracts/money'
import * as z from 'zod/mini'
import type { PlacedProduct, ProductRecord } from '../../catalogue/product-store.ts'

/** `revision` is not read: it belongs to the triggers. */
export const PRODUCT_COLUMNS = `position, productsId, id, name, description, pricePaise, imageUrl, images,
  imageKeys, category, createdAt, updatedAt, stock`

/** By `products_id` first, then by `id`. */
export function prepareFind(connection: DatabaseSync, columns: string) {
  const byProductsId = connection.prepare(`SELECT ${columns} FROM products WHERE productsId = ?`)
  const byId = connection.prepare(`SELECT ${columns} FROM products WHERE id = ?`)
  return (id: string) => byProductsId.get(id) ?? byId.get(id)
}

export function toRow({ products_id, id, images, imageKeys, stock, ...fields }: ProductRecord) {
  return {
    ...fields,
    productsId: products_id,
    id: id ?? null,
    images: JSON.stringify(images),
    imageKeys: JSON.stringify(imageKeys),
    stock: stock ?? null,
  }
}

export type Row = Record<string, SQLOutputValue>

/** STRICT tables hold what their columns say; only what SQLite takes for plain text is checked here. */
type ProductRow = Omit<ReturnType<typeof toRow>, 'pricePaise'> & { position: number; pricePaise: number }

const textList = z.array(z.string())

export function toPlaced(row: Row): PlacedProduct {
  const { position, productsId, id, pricePaise, images, imageKeys, stock, ...fields } = row as ProductRow
  const product = {
    products_id: productsId,
    ...(id !== null && { id }),
    ...fields,
    pricePaise: asPaise(pricePaise),
    images: z.parse(textList, JSON.parse(images)),
    imageKeys: z.parse(textList, JSON.parse(imageKeys)),
    ...(stock !== null && { stock }),
  }
  return { position, product }
}

export function toRecord(row: Row): ProductRecord {
  return toPlaced(row).product
}
