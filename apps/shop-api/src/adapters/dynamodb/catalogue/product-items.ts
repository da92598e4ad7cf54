import type { Item } from '@nashta/dynamodb/read-items'
import type { PositionedProduct } from '../../../catalogue/product-store.ts'
import { PRODUCT_FIELD_LIST, toProductRecord } from '../../../catalogue/product.ts'
import { firstEntry, type StockEntry } from '../../../catalogue/stock/stock-entry.ts'
import { shardCountOf, stockItems } from '../stock/stock-items.ts'
import { SCHEMA } from '../tables.ts'

/** The stock is stored in `shardCount` separate items: none when the stock is unlimited. */
export type StoredProduct = PositionedProduct & { shardCount: number }

export function toProductItem({ position, product, shardCount }: StoredProduct): Item {
  const { stock: _stock, ...fields } = product
  return { ...fields, position, schema: SCHEMA, ...(shardCount > 0 && { stockShards: shardCount }) }
}

/**
 * The items of a new product: the product itself, then the shards of a counted stock.
 * `catalogueItemVersion` decides the version of the shards (see `firstShardVersion`).
 */
export function newProductItems(
  { position, product }: PositionedProduct,
  catalogueItemVersion: number,
  entry: StockEntry | null = firstEntry(product),
): [product: Item, ...stock: Item[]] {
  const { products_id, stock } = product
  if (stock === undefined) return [toProductItem({ position, product, shardCount: 0 })]
  return [
    toProductItem({ position, product, shardCount: shardCountOf(stock) }),
    ...stockItems({ productsId: products_id, stock, catalogueItemVersion, entry }),
  ]
}

export function toStoredProduct(item: Item): StoredProduct {
  const { position, stockShards, ...fields } = item
  return {
    position: Number(position),
    product: toProductRecord(fields),
    shardCount: Number(stockShards ?? 0),
  }
}

/** The keys for `readItems`, without duplicates. */
export function productKeys(table: string, productsIds: Iterable<string>) {
  return Array.from(new Set(productsIds), (id) => ({ table, key: { products_id: id } }))
}

/**
 * The attributes that an update of a product sets or removes. Attributes that newer code has added
 * stay as they are.
 */
export const PRODUCT_ATTRIBUTES = [
  ...PRODUCT_FIELD_LIST.map(({ name }) => name),
  'position',
  'schema',
  'stockShards',
]
