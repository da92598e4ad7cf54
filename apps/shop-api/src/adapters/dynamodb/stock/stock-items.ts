import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import type { StockEntry } from '../../../catalogue/stock/stock-entry.ts'
import type { OrderLine, ReturnedStock, TakenStock } from '../../../orders/order/purchase-store.ts'
import type { Taking } from '../../../orders/work/take-units.ts'

/**
 * A large stock is divided into this many shards, one item each, because many orders write to one
 * product's stock at once. A smaller stock has one shard.
 */
export const STOCK_SHARDS_MAX = 8
/** Every counted stock has this shard. */
export const FIRST_SHARD = 0
/** A stock of this many units or more is large. */
const LARGE_STOCK = 256

const STOCK_PREFIX = 'stock#'

/**
 * One shard of a product's stock. `productsId` is the id of the product, such as `barfi`. `version`
 * grows with every change of `units`.
 */
export type StockShard = { productsId: string; shard: number; units: number; version: number }

/** The counted stock that this process knows, in memory and in storage. */
export type StockSource = {
  /** The shards of a product's stock, from memory. A product with unlimited stock has none. */
  stockOf: (productsId: string) => StockShard[]

  /** The shards of a product's stock, from storage. */
  readStock: (productsId: string) => Promise<StockShard[]>

  /** Must be called after each stock change of this process: other processes then learn of it. */
  publishStock: (changed: readonly StockShard[]) => void

  /** Makes the next read refresh from storage first, however recent the last refresh is. */
  markStale: () => void
}

/**
 * The units of a product that an order took from one shard. The id of the product is `productId`
 * here, as in the lines of an order, and `productsId` in a shard.
 */
export type TakenPart = TakenStock & { shard: number }

/** Units that are reserved for an order that is not stored yet. */
type StockHold = { quantity: number }

/**
 * A shard as an item of the products table. `products_id` is the key of the item, such as
 * `stock#0#barfi`. `held` has the holds by purchase id.
 *
 * Each update of the units adds its entry to the item, so that the entries of all shards of a product,
 * with those in the archive, add up to its stock. A hold is not an entry yet. An item that was stored
 * before there was a history has no entries.
 */
export type StockItem = StockShard & {
  products_id: string
  held: Record<string, StockHold>
  /** Oldest first, without those in the archive. */
  entries?: StockEntry[]
  /** The index of the first entry in `entries`. It grows with each archived entry. */
  archived?: number
  /** The time of the last archived entry. */
  lastAt?: string
}

/**
 * `catalogueItemVersion` counts all changes of the catalogue so far (see `CatalogueItem`). `entry` says
 * why the stock changes, and is written into the first shard alone.
 */
export type NewStock = {
  productsId: string
  stock: number
  catalogueItemVersion: number
  entry: StockEntry | null
}

export function shardCountOf(stock: number) {
  return stock < LARGE_STOCK ? 1 : STOCK_SHARDS_MAX
}

/** No product has this key, because no product id contains `#`. */
export function stockKey(productsId: string, shard: number) {
  return { products_id: `${STOCK_PREFIX}${shard}#${productsId}` }
}

export function isStockItem(item: Item) {
  return String(item['products_id']).startsWith(STOCK_PREFIX)
}

/** Only for items that `stockItems` made. */
export function toStockShard(item: Item): StockShard {
  const { productsId, shard, units, version } = item as StockItem
  return { productsId, shard, units, version }
}

export function stockKeys(table: string, productsId: string, shardCount: number) {
  return shardsOf(shardCount).map((shard) => ({ table, key: stockKey(productsId, shard) }))
}

/** Divides a new stock evenly into shards. */
export function stockItems(
  { productsId, stock, catalogueItemVersion, entry }: NewStock,
  shardCount = shardCountOf(stock),
): StockItem[] {
  return shardsOf(shardCount).map((shard) => ({
    products_id: stockKey(productsId, shard).products_id,
    productsId,
    shard,
    units: unitsOf(stock, shard, shardCount),
    version: firstShardVersion(catalogueItemVersion),
    held: {},
    entries: entriesOf(entry, shard),
    // Entries of an earlier shard with this key stay in the archive, and have lower indexes.
    archived: firstShardVersion(catalogueItemVersion),
  }))
}

function entriesOf(entry: StockEntry | null, shard: number) {
  return entry && shard === FIRST_SHARD ? [entry] : []
}

/** Adds entries to a shard. The update needs the values of `entryValues`. */
const ADD_ENTRIES =
  'entries = list_append(if_not_exists(entries, :none), :entries), archived = if_not_exists(archived, :zero)'

function entryValues(entries: readonly StockEntry[]) {
  return { ':none': [], ':entries': entries, ':zero': 0 }
}

/** The entries that held units get in the history when their orders are stored. */
export function pendingEntries({ held }: Pick<StockItem, 'held'>, at: Date): StockEntry[] {
  return Object.entries(held).map(([orderId, { quantity }]) => ({
    kind: 'order',
    at: at.toISOString(),
    units: -quantity,
    orderId,
  }))
}

/** The units of one shard change far fewer times than this. */
const SHARD_CHANGES_MAX = 1_000_000_000

/**
 * The first version of a new shard. It is higher than all versions of an earlier shard that was
 * removed. Example: a shard that is created by the fifth change of the catalogue has the versions
 * 5,000,000,000, 5,000,000,001 and so on. If it is removed, and created again by the seventh change,
 * its versions begin with 7,000,000,000.
 */
function firstShardVersion(catalogueItemVersion: number) {
  return catalogueItemVersion * SHARD_CHANGES_MAX
}

/** For an admin who sets the stock of a product whose stock was unlimited before. */
export function newStockWrites(table: string, newStock: NewStock): TransactItem[] {
  return stockItems(newStock).map((Item) => ({
    name: 'stock',
    write: { Put: { TableName: table, Item } },
  }))
}

/**
 * For an admin who sets the stock of a product whose stock was counted before. The transaction with
 * these writes is refused if a unit was taken or returned since `before` was read.
 */
export function setStockWrites(
  table: string,
  newStock: NewStock,
  before: readonly StockShard[],
): TransactItem[] {
  const { productsId, stock } = newStock
  // Shards are added but not removed here, because orders may hold their units.
  const shardCount = Math.max(before.length, shardCountOf(stock))
  return shardsOf(shardCount).map((shard) => {
    const seen = before[shard]
    const isNewShard = seen === undefined
    if (isNewShard) {
      const Item = stockItems(newStock, shardCount)[shard]
      return { name: 'stock', write: { Put: { TableName: table, Item } } }
    }
    const update = {
      TableName: table,
      Key: stockKey(productsId, shard),
      UpdateExpression: `SET units = :units, version = version + :one, ${ADD_ENTRIES}`,
      ConditionExpression: 'version = :seen',
      ExpressionAttributeValues: {
        ':units': unitsOf(stock, shard, shardCount),
        ':one': 1,
        ':seen': seen.version,
        ...entryValues(entriesOf(newStock.entry, shard)),
      },
    }
    return { name: 'stock', write: { Update: update } }
  })
}

/**
 * For an admin who makes a stock unlimited or removes the product. The transaction with these
 * writes is refused if the shard has changed since `before` was read.
 */
export function stockRemovalWrites(table: string, before: readonly StockItem[]): TransactItem[] {
  return before.map(({ productsId, shard, version, entries, archived = 0 }) => {
    // A confirmed hold adds an entry, and leaves the version as it is.
    const sameEntries = entries
      ? 'size(entries) = :count AND archived = :archived'
      : 'attribute_not_exists(entries)'
    const deletion = {
      TableName: table,
      Key: stockKey(productsId, shard),
      ConditionExpression: `version = :seen AND ${sameEntries}`,
      ExpressionAttributeValues: {
        ':seen': version,
        ...(entries && { ':count': entries.length, ':archived': archived }),
      },
    }
    return { name: 'stock', write: { Delete: deletion } }
  })
}

/** Units that go back after their order was stored: which order, why and when. */
export type Return = { orderId: string; at: Date } & Pick<ReturnedStock, 'because'>

/**
 * The update that puts units of a stored order back. `item` is the shard as it was read. The update is
 * refused if the shard does not exist, or if the hold of the order has come or gone since.
 */
export function returnUpdate(
  table: string,
  { productId, shard, quantity }: TakenPart,
  { orderId, because, at }: Return,
  item: StockItem | undefined,
) {
  const hold = item?.held[orderId]
  // A hold is replaced by its entry, so that the reconciler does not return the units again.
  const taken = hold ? pendingEntries({ held: { [orderId]: hold } }, at) : []
  const returned: StockEntry = { kind: because, at: at.toISOString(), units: quantity, orderId }
  return {
    TableName: table,
    Key: stockKey(productId, shard),
    UpdateExpression: `SET units = units + :quantity, version = version + :one, ${ADD_ENTRIES} REMOVE held.#order`,
    ConditionExpression: `attribute_exists(units) AND ${hold ? 'attribute_exists' : 'attribute_not_exists'}(held.#order)`,
    ExpressionAttributeNames: { '#order': orderId },
    ExpressionAttributeValues: { ':quantity': quantity, ':one': 1, ...entryValues([...taken, returned]) },
  }
}

/** The update that gives back units of an order that was not stored. Nothing of them stays in the history. */
export function releaseUpdate(table: string, purchaseId: string, { productId, shard, quantity }: TakenPart) {
  return {
    TableName: table,
    Key: stockKey(productId, shard),
    UpdateExpression: 'SET units = units + :quantity, version = version + :one REMOVE held.#order',
    ConditionExpression: 'attribute_exists(held.#order)',
    ExpressionAttributeNames: { '#order': purchaseId },
    ExpressionAttributeValues: { ':quantity': quantity, ':one': 1 },
  }
}

/** The update that turns the hold of a stored order into an entry: its units stay taken. */
export function confirmUpdate(
  table: string,
  orderId: string,
  { productId, shard, quantity }: TakenPart,
  at: Date,
) {
  return {
    TableName: table,
    Key: stockKey(productId, shard),
    UpdateExpression: `SET ${ADD_ENTRIES} REMOVE held.#order`,
    ConditionExpression: 'attribute_exists(held.#order)',
    ExpressionAttributeNames: { '#order': orderId },
    ExpressionAttributeValues: entryValues(pendingEntries({ held: { [orderId]: { quantity } } }, at)),
  }
}

/** Why a stored order takes units: it is revived, or was edited. */
export type Take = { orderId: string; kind: Taking['kind']; at: Date }

/** The update that takes units for a stored order. It is refused if the shard has too few by then. */
export function takeUpdate(
  table: string,
  { productId, shard, quantity }: TakenPart,
  { orderId, kind, at }: Take,
) {
  const entries = pendingEntries({ held: { [orderId]: { quantity } } }, at)
  return {
    TableName: table,
    Key: stockKey(productId, shard),
    UpdateExpression: `SET units = units - :quantity, version = version + :one, ${ADD_ENTRIES}`,
    ConditionExpression: 'units >= :quantity',
    ExpressionAttributeValues: {
      ':quantity': quantity,
      ':one': 1,
      ...entryValues(entries.map((entry) => Object.assign(entry, { kind }))),
    },
  }
}

/** The units that an order took of each product, from all shards, in the order of its lines. */
export function takenOf(lines: readonly OrderLine[], parts: readonly TakenPart[]): TakenStock[] {
  return lines.flatMap(({ productId }) => {
    const ofProduct = parts.filter((part) => part.productId === productId)
    const quantity = ofProduct.reduce((sum, part) => sum + part.quantity, 0)
    return quantity > 0 ? [{ productId, quantity }] : []
  })
}

/**
 * The parts that go back to the stock when an order returns the quantities in `returned`. The first
 * parts go back first. Example: an order took 3 units from shard 0 and 2 units from shard 4. When 4
 * units go back, 3 go to shard 0 and 1 goes to shard 4.
 */
export function partsToReturn(parts: readonly TakenPart[], returned: readonly TakenStock[]): TakenPart[] {
  return firstUnits(parts, returned)
}

/**
 * The parts that an order keeps when it keeps the quantities in `kept`. The last parts are kept. In
 * the example of `partsToReturn`, the order keeps 1 unit of shard 4.
 */
export function partsToKeep(parts: readonly TakenPart[], kept: readonly TakenStock[]): TakenPart[] {
  const lastPartsFirst = parts.toReversed()
  return firstUnits(lastPartsFirst, kept).toReversed()
}

/** The first units in `parts`, with the wanted quantity of each product. */
function firstUnits(parts: readonly TakenPart[], wanted: readonly TakenStock[]): TakenPart[] {
  const missing = new Map(wanted.map(({ productId, quantity }) => [productId, quantity]))
  return parts.flatMap((part) => {
    const missingUnits = missing.get(part.productId) ?? 0
    const quantity = Math.min(part.quantity, missingUnits)
    missing.set(part.productId, missingUnits - quantity)
    return quantity > 0 ? [{ ...part, quantity }] : []
  })
}

export function productIdsOf(parts: readonly TakenPart[]): ReadonlySet<string> {
  return new Set(parts.map(({ productId }) => productId))
}

function shardsOf(count: number) {
  return Array.from({ length: count }, (_, shard) => shard)
}

/** The units of one shard. If the stock cannot be divided evenly, the first shards get one more. */
function unitsOf(stock: number, shard: number, shardCount: number) {
  return Math.floor(stock / shardCount) + (shard < stock % shardCount ? 1 : 0)
}
