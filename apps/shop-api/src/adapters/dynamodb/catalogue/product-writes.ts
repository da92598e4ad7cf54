import { documentWrites } from '@nashta/documents/dynamodb-documents'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import { changeProduct, productLogEntry } from '../../../catalogue/admin/change-product.ts'
import { productExists, type ProductRecord, type ProductStore } from '../../../catalogue/product-store.ts'
import { type LogEntry, logWrites } from '../../../operator-log/operator-log.ts'
import { setFields } from '../set-fields.ts'
import {
  newStockWrites,
  setStockWrites,
  shardCountOf,
  stockRemovalWrites,
  type StockShard,
} from '../stock/stock-items.ts'
import type { ShopTables } from '../tables.ts'
import { withRetries } from '../with-retries.ts'
import { type CatalogueItem, catalogueWrite } from './catalogue-item.ts'
import type { CatalogueMirror } from './catalogue-mirror.ts'
import { newProductItems, PRODUCT_ATTRIBUTES, toProductItem } from './product-items.ts'

type Writes = Pick<ProductStore, 'create' | 'update' | 'remove'>

/**
 * The most products that can be added with one version of the `CatalogueItem`. `fillCatalogue` adds
 * a whole catalogue with one version.
 */
const POSITIONS_PER_VERSION = 1_000_000

/**
 * The position of a new product in the catalogue. A product that is added with version 3 has the
 * position 3,000,000. If a fill adds several products with version 3, their positions are
 * 3,000,000, 3,000,001 and so on: `index` counts them from 0.
 */
export function positionOf(version: number, index = 0) {
  return version * POSITIONS_PER_VERSION + index
}

export type ProductWritesDeps = ShopTables & { mirror: CatalogueMirror; now: () => Date }

/** A product before and after a change. */
type ProductUpdate = {
  before: ProductRecord
  product: ProductRecord
  /** The stored stock before the change. */
  shards: readonly StockShard[]
  /** The version that the catalogue item gets with the change. */
  catalogueItemVersion: number
}

/**
 * A change is one transaction with the product, the catalogue item and the log entry. The change is
 * retried when another process has changed the catalogue meanwhile.
 */
export function createProductWrites({ client, tables, mirror, now }: ProductWritesDeps): Writes {
  /**
   * Stores a change of the product `entry.subject`. `catalogueItem` is the item on which the change
   * is based.
   */
  async function write(
    catalogueItem: CatalogueItem,
    productWrites: readonly TransactItem[],
    entry: LogEntry,
  ) {
    await transact(client, [
      ...productWrites,
      catalogueWrite(tables.purchases, catalogueItem, entry.subject, now()),
      ...documentWrites(tables.purchases, logWrites(entry)),
    ])
    await mirror.refreshAfterWrite()
  }

  /**
   * Updates the stock of a product in the mirror from storage. Returns the shards of the stock, or
   * none if the product is unknown.
   */
  async function refreshStock(id: string) {
    const product = mirror.find(id)
    return product ? mirror.refreshStock(product.products_id) : []
  }

  /**
   * The writes for the new stock, or no writes if the stock stays the same. Without stock writes, a
   * new price does not conflict with an order that takes a unit meanwhile.
   */
  function stockWrites({ before, product, shards, catalogueItemVersion }: ProductUpdate): TransactItem[] {
    if (product.stock === before.stock) return []
    if (product.stock === undefined) return stockRemovalWrites(tables.products, shards)
    const newStock = { productsId: product.products_id, stock: product.stock, catalogueItemVersion }
    return shards.length === 0
      ? newStockWrites(tables.products, newStock)
      : setStockWrites(tables.products, newStock, shards)
  }

  return {
    create: (product, authorship) =>
      withRetries(async () => {
        const catalogueItem = await mirror.refreshNow()
        const { products_id, id = products_id } = product
        if (mirror.find(products_id) || mirror.find(id)) throw productExists()
        const version = catalogueItem.version + 1
        const writes = newProductItems({ position: positionOf(version), product }, version).map((Item) => ({
          name: 'product',
          write: {
            Put: {
              TableName: tables.products,
              Item,
              ConditionExpression: 'attribute_not_exists(products_id)',
            },
          },
        }))
        await write(catalogueItem, writes, productLogEntry(null, product, authorship))
      }),

    update: (id, fields, authorship, seen) =>
      withRetries(async () => {
        const catalogueItem = await mirror.refreshNow()
        // The product is looked up after the stock is refreshed, so that `found` has the new stock.
        const shards = await refreshStock(id)
        const found = mirror.findMirrored(id)
        if (!found) return null
        const { position, product: before } = found
        const { product, entry } = changeProduct(before, { fields, authorship, seen })
        const isUnchanged = product === before
        if (isUnchanged) return before

        const { products_id } = product
        // A counted stock keeps its shards, and gets more when it becomes large.
        const shardCount =
          product.stock === undefined ? 0 : Math.max(shards.length, shardCountOf(product.stock))
        const update = setFields({
          table: tables.products,
          key: { products_id },
          fields: toProductItem({ position, product, shardCount }),
          attributes: PRODUCT_ATTRIBUTES,
          condition: { ConditionExpression: 'attribute_exists(products_id)' },
        })
        const writes = [
          { name: 'product', write: { Update: update } },
          ...stockWrites({ before, product, shards, catalogueItemVersion: catalogueItem.version + 1 }),
        ]
        await write(catalogueItem, writes, entry)
        return product
      }),

    remove: (id, authorship) =>
      withRetries(async () => {
        const catalogueItem = await mirror.refreshNow()
        const shards = await refreshStock(id)
        const product = mirror.find(id)
        if (!product) return null
        const { products_id } = product
        const deletion = {
          TableName: tables.products,
          Key: { products_id },
          ConditionExpression: 'attribute_exists(products_id)',
        }
        const writes = [
          { name: 'product', write: { Delete: deletion } },
          ...stockRemovalWrites(tables.products, shards),
        ]
        await write(catalogueItem, writes, productLogEntry(product, null, authorship))
        return product
      }),
  }
}
