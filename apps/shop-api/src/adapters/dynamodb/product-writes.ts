import { type Item, queryItems } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import * as z from 'zod/mini'
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
import { type CatalogueItem, catalogueWrite } from './catalogue-item.ts'
import type { CatalogueMirror } from './catalogue-mirror.ts'
import { newProductItems, PRODUCT_ATTRIBUTES, toProductItem } from './product-items.ts'
import { setFields } from './set-fields.ts'
import {
  newStockWrites,
  setStockWrites,
  shardCountOf,
  stockRemovalWrites,
  type StockShard,
} from './stock-items.ts'
import type { ShopTables } from './tables.ts'
import { withRetries } from './with-retries.ts'

type Writes = Pick<ProductStore, 'create' | 'update' | 'remove' | 'listAudit'>

const auditSchema = z.object({
  action: z.enum(['create', 'update', 'delete']),
  products_id: z.string(),
  at: z.string(),
  by: z.object({ sub: z.string(), username: z.string() }),
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
})

/** Filling a catalogue adds all its products in one version, so a version needs more positions than any catalogue. */
const POSITIONS_PER_VERSION = 1_000_000

/** The position of a product that this version of the catalogue item adds, after the products of earlier versions. */
export function positionOf(version: number, index = 0) {
  return version * POSITIONS_PER_VERSION + index
}

export type ProductWritesDeps = ShopTables & { mirror: CatalogueMirror; now: () => Date }

/**
 * A change is one transaction of the product, the catalogue item and the audit row. It is retried when another process
 * has changed the catalogue meanwhile.
 */
export function createProductWrites({ client, tables, mirror, now }: ProductWritesDeps): Writes {
  async function write(seen: CatalogueItem, productWrites: readonly TransactItem[], audit: ProductAudit) {
    const Item = auditItem(audit, seen.version + 1)
    await transact(client, [
      ...productWrites,
      catalogueWrite(tables.purchases, seen, audit.products_id, now()),
      { name: 'audit', write: { Put: { TableName: tables.purchases, Item } } },
    ])
    await mirror.refreshAfterWrite()
  }

  /** The stock of the product that `mirror.find` finds, from storage. */
  async function readStock(id: string) {
    const product = mirror.find(id)
    return product ? mirror.readStock(product.products_id) : []
  }

  type StockUpdate = {
    before: ProductRecord
    product: ProductRecord
    stock: readonly StockShard[]
    catalogueVersion: number
  }

  /** Only a change of the stock itself depends on orders that take units meanwhile. */
  function stockWrites({ before, product, stock, catalogueVersion }: StockUpdate): TransactItem[] {
    if (product.stock === before.stock) return []
    if (product.stock === undefined) return stockRemovalWrites(tables.products, stock)
    const newStock = { productsId: product.products_id, stock: product.stock, catalogueVersion }
    return stock.length === 0
      ? newStockWrites(tables.products, newStock)
      : setStockWrites(tables.products, newStock, stock)
  }

  return {
    create: (product, authorship) =>
      withRetries(async () => {
        const seen = await mirror.refreshNow()
        const { products_id, id = products_id } = product
        if (mirror.find(products_id) || mirror.find(id)) throw productExists()
        const version = seen.version + 1
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
        const changes = differences(null, product)
        await write(seen, writes, { action: 'create', products_id, changes, ...authorship })
      }),

    update: (id, fields, authorship, ifVersion) =>
      withRetries(async () => {
        const seen = await mirror.refreshNow()
        const stock = await readStock(id)
        const found = mirror.findMirrored(id)
        if (!found) return null
        const { position, product: before } = found
        if (ifVersion !== undefined && ifVersion !== productVersion(before)) throw productChanged()
        const { product, changes } = changeProduct(before, fields, authorship.at)
        const isUnchanged = product === before
        if (isUnchanged) return before

        const { products_id } = product
        const shardCount =
          product.stock === undefined ? 0 : Math.max(stock.length, shardCountOf(product.stock))
        const update = setFields({
          table: tables.products,
          key: { products_id },
          fields: toProductItem({ position, product, shardCount }),
          known: PRODUCT_ATTRIBUTES,
          condition: { ConditionExpression: 'attribute_exists(products_id)' },
        })
        const writes = [
          { name: 'product', write: { Update: update } },
          ...stockWrites({ before, product, stock, catalogueVersion: seen.version + 1 }),
        ]
        await write(seen, writes, { action: 'update', products_id, changes, ...authorship })
        return product
      }),

    remove: (id, authorship) =>
      withRetries(async () => {
        const seen = await mirror.refreshNow()
        const stock = await readStock(id)
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
          ...stockRemovalWrites(tables.products, stock),
        ]
        const changes = differences(product, null)
        await write(seen, writes, { action: 'delete', products_id, changes, ...authorship })
        return product
      }),

    async listAudit(productsId) {
      const items = await queryItems(client, {
        TableName: tables.purchases,
        KeyConditionExpression: 'pk = :product',
        ExpressionAttributeValues: { ':product': auditPk(productsId) },
        ConsistentRead: true,
      })
      return items.map((item) => z.parse(auditSchema, item))
    },
  }
}

function auditPk(productsId: string) {
  return `audit#${productsId}`
}

/** `number` grows with each change of the product. Zeros make it sort as text. */
export function auditItem(audit: ProductAudit, number: number): Item {
  return { pk: auditPk(audit.products_id), sk: String(number).padStart(12, '0'), ...audit }
}
