import type { DocumentWrite } from '@nashta/documents/documents'
import { createDynamoDocuments, documentWrites } from '@nashta/documents/dynamodb-documents'
import { readItem, readItems } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import { changeProduct, productLogEntry } from '../../../catalogue/admin/change-product.ts'
import { type Batch, type BatchBook, emptied } from '../../../catalogue/batches/batch-book.ts'
import { bookKey, bookWrites, withUsedUp } from '../../../catalogue/batches/book-documents.ts'
import { productExists, type ProductRecord, type ProductStore } from '../../../catalogue/product-store.ts'
import { toProductRecord } from '../../../catalogue/product.ts'
import { entryOfChange, type StockCause } from '../../../catalogue/stock/stock-entry.ts'
import {
  assertNotInBatches,
  type DoneMove,
  doneMoveKey,
  isRepeatedMove,
  moveWrites,
  usedUpKeysOf,
} from '../../../catalogue/stock/stock-move.ts'
import type { Authorship } from '../../../operator-log/logged-change.ts'
import { type LogEntry, logWrites } from '../../../operator-log/operator-log.ts'
import { createMutex } from '../mutex.ts'
import { setFields } from '../set-fields.ts'
import { archiveEntries, archiveItems } from '../stock/stock-archive.ts'
import {
  FIRST_SHARD,
  newStockWrites,
  pendingEntries,
  setStockWrites,
  shardCountOf,
  STOCK_SHARDS_MAX,
  type StockItem,
  stockKey,
  stockKeys,
  stockRemovalWrites,
  type StockShard,
} from '../stock/stock-items.ts'
import { BY_DUE, type ShopTables } from '../tables.ts'
import { withRetries } from '../with-retries.ts'
import { type CatalogueItem, catalogueWrite } from './catalogue-item.ts'
import type { CatalogueMirror } from './catalogue-mirror.ts'
import { newProductItems, PRODUCT_ATTRIBUTES, toProductItem } from './product-items.ts'

type Writes = Pick<ProductStore, 'create' | 'update' | 'moveStock' | 'setRating' | 'remove'>

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

/** A changed product, why its stock has changed, and what is written with it. */
type Change = {
  product: ProductRecord
  /** Absent for a change that no operator made. */
  entry?: LogEntry
  cause?: StockCause
  documents?: readonly DocumentWrite[]
}

export type ProductWritesDeps = ShopTables & { mirror: CatalogueMirror; now: () => Date }

/** A product before and after a change. */
type ProductUpdate = {
  before: ProductRecord
  product: ProductRecord
  /** The stored stock before the change. */
  shards: readonly StockShard[]
  authorship: Authorship
  cause?: StockCause | undefined
  /** The version that the catalogue item gets with the change. */
  catalogueItemVersion: number
}

/**
 * A change is one transaction with the product, the catalogue item and the log entry. The change is
 * retried when another process has changed the catalogue meanwhile.
 */
export function createProductWrites({ client, tables, mirror, now }: ProductWritesDeps): Writes {
  const mutex = createMutex()
  // All changes write the catalogue item, so changes at the same time would conflict. The mutex also keeps the order
  // of the products of an imported file.
  const inTurn = <T>(work: () => Promise<T>) => mutex('catalogue', () => withRetries(work))
  const storedDocuments = createDynamoDocuments({ client, table: tables.purchases, index: BY_DUE })
  const readBook = (productsId: string) => storedDocuments.get<BatchBook>(bookKey(productsId))

  /**
   * Stores a change of the product. `catalogueItem` is the item on which the change is based.
   */
  async function write(
    catalogueItem: CatalogueItem,
    productWrites: readonly TransactItem[],
    productsId: string,
    documents: readonly DocumentWrite[],
  ) {
    await transact(client, [
      ...productWrites,
      catalogueWrite(tables.purchases, catalogueItem, productsId, now()),
      ...documentWrites(tables.purchases, documents),
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
  async function stockWrites(update: ProductUpdate): Promise<TransactItem[]> {
    const { before, product, shards, authorship, cause, catalogueItemVersion } = update
    if (product.stock === before.stock) return []
    if (product.stock === undefined) return removalWrites(before, authorship)
    const entry = entryOfChange(before, product, authorship, cause)
    const newStock = { productsId: product.products_id, stock: product.stock, catalogueItemVersion, entry }
    return shards.length === 0
      ? newStockWrites(tables.products, newStock)
      : setStockWrites(tables.products, newStock, shards)
  }

  /** Removes the shards of a stock, and moves their history to the archive. */
  async function removalWrites(
    { products_id }: ProductRecord,
    authorship: Authorship,
  ): Promise<TransactItem[]> {
    const keys = stockKeys(tables.products, products_id, STOCK_SHARDS_MAX)
    const items = (await readItems<StockItem>(client, keys)).get(tables.products) ?? []
    const stock = items.reduce((sum, { units }) => sum + units, 0)
    const ended = entryOfChange({ stock }, {}, authorship)
    const chunks = items.flatMap((item) => {
      const taken = pendingEntries(item, now())
      const last = item.shard === FIRST_SHARD && ended ? [ended] : []
      return archiveItems({ ...item, entries: [...(item.entries ?? []), ...taken, ...last] })
    })
    return [
      ...stockRemovalWrites(tables.products, items),
      ...chunks.map((Item) => ({
        name: 'history',
        write: { Put: { TableName: tables.purchases, Item } },
      })),
    ]
  }

  /**
   * Stores the result of `change`, which is null when nothing changes. `authorship` is null for a
   * change that no operator made.
   */
  function changeAndStore(
    id: string,
    change: (before: ProductRecord) => Promise<Change | null>,
    authorship: Authorship | null,
  ): Promise<ProductRecord | null> {
    return inTurn(async () => {
      const catalogueItem = await mirror.refreshNow()
      // The product is looked up after the stock is refreshed, so that `found` has the new stock.
      const shards = await refreshStock(id)
      const found = mirror.findMirrored(id)
      if (!found) return null
      const { position, product: before } = found
      const changed = await change(before)
      if (!changed) return before
      if (changed.product === before) {
        // Only batches have changed, in units that are not part of the stock.
        const batchWrites = documentWrites(tables.purchases, changed.documents ?? [])
        if (batchWrites.length > 0) await transact(client, batchWrites)
        return before
      }

      const { product, entry, cause, documents = [] } = changed
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
      const catalogueItemVersion = catalogueItem.version + 1
      const stockUpdate = authorship && { before, product, shards, authorship, cause, catalogueItemVersion }
      const writes = [
        { name: 'product', write: { Update: update } },
        ...(stockUpdate ? await stockWrites(stockUpdate) : []),
      ]
      await write(catalogueItem, writes, products_id, [...(entry ? logWrites(entry) : []), ...documents])
      const isCounted = before.stock !== undefined && product.stock !== undefined
      if (isCounted && product.stock !== before.stock) await archiveFirstShard(products_id)
      return product
    })
  }

  /**
   * Archives the entries of the first shard, to which changes by operators add theirs. The change is
   * stored already, so an error is ignored.
   */
  async function archiveFirstShard(productsId: string) {
    try {
      const item = await readItem<StockItem>(client, tables.products, stockKey(productsId, FIRST_SHARD))
      if (item) await archiveEntries({ client, tables }, item)
    } catch {
      // The next change tries again.
    }
  }

  return {
    create: (product, authorship) =>
      inTurn(async () => {
        const catalogueItem = await mirror.refreshNow()
        const { products_id, id = products_id } = product
        if (mirror.find(products_id) || mirror.find(id)) throw productExists()
        const version = catalogueItem.version + 1
        const entry = entryOfChange(null, product, authorship)
        const items = newProductItems({ position: positionOf(version), product }, version, entry)
        const writes = items.map((Item) => ({
          name: 'product',
          write: {
            Put: {
              TableName: tables.products,
              Item,
              ConditionExpression: 'attribute_not_exists(products_id)',
            },
          },
        }))
        await write(catalogueItem, writes, products_id, logWrites(productLogEntry(null, product, authorship)))
      }),

    update: (id, fields, authorship, seen) =>
      changeAndStore(
        id,
        async (before) => {
          const changed = changeProduct(before, { fields, authorship, seen })
          if (changed.product.stock !== before.stock)
            assertNotInBatches((await readBook(before.products_id))?.body ?? null)
          return changed
        },
        authorship,
      ),

    moveStock: (id, move, authorship) =>
      changeAndStore(
        id,
        async (before) => {
          const { products_id } = before
          const done = await storedDocuments.get<DoneMove>(doneMoveKey(products_id, move))
          if (isRepeatedMove(move, done)) return null
          const stored = await readBook(products_id)
          const keys = usedUpKeysOf(move, stored)
          const usedUp = await Promise.all(keys.map((key) => storedDocuments.get<Batch>(key)))
          const { stock, cause, book } = move.decide(before, stored && withUsedUp(stored.body, usedUp))
          const changed = changeProduct(before, { fields: { stock }, authorship, seen: undefined })
          return {
            ...changed,
            cause,
            documents: moveWrites(products_id, move, { before: stored, book }, now()),
          }
        },
        authorship,
      ),

    async setRating(productsId, rating) {
      const change = async ({ rating: stored, ...before }: ProductRecord) => {
        if (JSON.stringify(stored ?? null) === JSON.stringify(rating)) return null
        return { product: toProductRecord({ ...before, rating }) }
      }
      await changeAndStore(productsId, change, null)
    },

    remove: (id, authorship) =>
      inTurn(async () => {
        const catalogueItem = await mirror.refreshNow()
        await refreshStock(id)
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
          ...(await removalWrites(product, authorship)),
        ]
        const stored = await readBook(products_id)
        const emptiedBook = stored ? bookWrites(stored, emptied(stored.body)) : []
        const documents = [...logWrites(productLogEntry(product, null, authorship)), ...emptiedBook]
        await write(catalogueItem, writes, products_id, documents)
        return product
      }),
  }
}
