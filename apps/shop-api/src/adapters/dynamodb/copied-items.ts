import type { DatabaseSync } from 'node:sqlite'
import { calendarDay } from '@nashta/contracts/dates'
import { documentItem } from '@nashta/documents/dynamodb-documents'
import type { DocumentRow } from '@nashta/documents/sqlite-documents'
import type { Item } from '@nashta/dynamodb/read-items'
import { pendingItem, settledItem } from '@nashta/outbox/dynamodb-outbox-items'
import { userOfEntry } from '@nashta/outbox/events'
import { prepare } from '@nashta/sqlite/statement'
import type { StockEntry } from '../../catalogue/stock/stock-entry.ts'
import { type OrderAsText, orderFromText } from '../../orders/order/order-fields.ts'
import { personTerms } from '../../orders/search/search-terms.ts'
import type { HourRow } from '../sqlite/all-orders.ts'
import type { CartRow } from '../sqlite/cart-store.ts'
import { SELECT_ORDERS } from '../sqlite/order-rows.ts'
import { type ProductRow, SELECT_PRODUCTS, toPositionedProduct } from '../sqlite/product-rows.ts'
import { cartKey, operationItem } from './cart-items.ts'
import { newProductItems } from './catalogue/product-items.ts'
import { copiedSales } from './catalogue/sales.ts'
import { bankReferenceItem } from './orders/bank-references.ts'
import { NO_ATTEMPT, orderItem, ownerItem } from './orders/order-items.ts'
import { hourAttributes, orderDayItem, orderTotalsKey, termItems } from './orders/order-lists.ts'
import { ordersByKeyItem } from './orders/orders-by-key.ts'
import { type AttemptFields, attemptItem, attemptKey } from './orders/purchase-attempts.ts'
import { archiveItems } from './stock/stock-archive.ts'
import { SCHEMA, type ShopTableNames } from './tables.ts'

type OperationRow = Record<'userId' | 'key' | 'fingerprint' | 'createdAt', string>
type AttemptRow = AttemptFields & { userId: string; idempotencyKey: string | null; fingerprint: string }
type SalesRow = { day: string; sold: string }
type OutboxRow = {
  id: number
  topic: 'mail' | 'events'
  kind: string
  key: string
  state: string
  failures: number
  addedAt: number
  dueAt: number
  doneAt: number | null
  payload: string | null
}

/** The items of one kind, for one table. `what` names the kind in the report of the copy. */
export type CopiedItems = { what: string; table: keyof ShopTableNames; items: Iterable<Item> }

/** Takes the place of the random id, or of the process's id, at the end of some sort keys. */
const FIXED_ID = 'copied'

const SELECT_ATTEMPTS = `
  SELECT attemptUserId AS userId, attemptKey AS idempotencyKey, fingerprint, purchaseId, purchaseDate AS createdAt, cartVersionBefore, cartVersionAfter
  FROM orders
  WHERE attemptKey IS NOT NULL -- attempts with an idempotency key
    OR cartVersionBefore IS NOT NULL -- keyless attempts that have not ended
  ORDER BY purchaseDate
`

/** The column `key` is a buyer key, not an idempotency key. */
const SELECT_ORDERS_BY_BUYER_KEY = `
  SELECT key, json_group_array(purchaseId) AS purchaseIds
  FROM (SELECT key, purchaseId FROM ordersByKey ORDER BY purchaseId) GROUP BY key
`

/** `entries` is a JSON array. */
type StockHistoryRow = { productsId: string; entries: string }

const SELECT_STOCK_HISTORIES = `
  SELECT productsId, json_group_array(json(entry)) AS entries
  FROM (SELECT productsId, entry FROM stockEntries ORDER BY entryId) GROUP BY productsId
`

const SELECT_SALES = `
  SELECT day, json_group_array(json_object('products_id', productsId, 'units', units)) AS sold
  FROM sales GROUP BY day
`

/**
 * Every row of the SQLite shop as DynamoDB items. An interrupted copy can be repeated, because a
 * row has the same key in every run.
 */
export function copiedItems(connection: DatabaseSync, copiedAt: Date): CopiedItems[] {
  /** Yields one item for each row of a query. The type of a row is inferred from `toItem`. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  function* each<Row>(sql: string, toItem: (row: Row) => Item) {
    for (const row of prepare<Row>(connection, sql).iterate()) yield toItem(row)
  }
  const attempts = copyAttempts(prepare<AttemptRow>(connection, SELECT_ATTEMPTS).iterate())
  const historyRows = prepare<StockHistoryRow>(connection, SELECT_STOCK_HISTORIES).all()
  const histories = new Map(historyRows.map((row) => [row.productsId, row]))
  const copyOrder = (row: OrderAsText) => copyOrderWithAttempt(row, attempts.sortKeys)

  return [
    { what: 'products', table: 'products', items: each(SELECT_PRODUCTS, copyProduct) },
    {
      what: 'parts of stock',
      table: 'products',
      items: copyStock(prepare<ProductRow>(connection, SELECT_PRODUCTS).iterate(), histories),
    },
    { what: 'history of stock', table: 'purchases', items: copyStockHistory(histories.values()) },
    { what: 'carts', table: 'carts', items: each('SELECT * FROM carts', copyCart) },
    { what: 'cart operations', table: 'carts', items: each('SELECT * FROM cartOperations', copyOperation) },
    { what: 'documents', table: 'purchases', items: each('SELECT * FROM documents', copyDocument) },
    { what: 'orders', table: 'purchases', items: each(SELECT_ORDERS, copyOrder) },
    { what: 'owners of orders', table: 'purchases', items: each(SELECT_ORDERS, ownerItem) },
    {
      what: 'search terms of orders',
      table: 'purchases',
      items: copyTerms(prepare<OrderAsText>(connection, SELECT_ORDERS).iterate()),
    },
    {
      what: 'days with orders',
      table: 'purchases',
      items: copyDays(prepare<OrderAsText>(connection, SELECT_ORDERS).iterate()),
    },
    {
      what: 'totals of days',
      table: 'purchases',
      items: copyOrderTotals(prepare<HourRow>(connection, 'SELECT * FROM orderHours ORDER BY day').iterate()),
    },
    { what: 'attempts', table: 'purchases', items: attempts.items },
    {
      what: 'keys of orders',
      table: 'purchases',
      items: each(SELECT_ORDERS_BY_BUYER_KEY, (row: BuyerKeyRow) => copyBuyerKey(row, copiedAt)),
    },
    {
      what: 'bank references',
      table: 'purchases',
      items: each('SELECT * FROM bankReferences', bankReferenceItem),
    },
    {
      what: 'days of sales',
      table: 'purchases',
      items: copySales(prepare<SalesRow>(connection, SELECT_SALES).iterate()),
    },
    {
      what: 'outbox entries',
      table: 'purchases',
      items: each('SELECT * FROM outbox ORDER BY id', copyOutboxEntry),
    },
  ]
}

/** `purchaseIds` is a JSON array. */
type BuyerKeyRow = { key: string; purchaseIds: string }

function copyBuyerKey({ key: buyerKey, purchaseIds }: BuyerKeyRow, copiedAt: Date) {
  return ordersByKeyItem(buyerKey, JSON.parse(purchaseIds), copiedAt)
}

function copyProduct(row: ProductRow): Item {
  const [product] = copyProductAndStock(row)
  return product
}

function* copyStock(rows: Iterable<ProductRow>, histories: ReadonlyMap<string, StockHistoryRow>) {
  for (const row of rows) {
    const [, ...stock] = copyProductAndStock(row)
    for (const item of stock) yield withHistory(item, histories.get(String(row['productsId'])))
  }
}

function copyProductAndStock(row: ProductRow) {
  // Copied shards get the version 0, so that every shard that the shop makes later is newer.
  const firstVersion = 0
  return newProductItems(toPositionedProduct(row), firstVersion, null)
}

/** The whole history of a product is archived as that of the first shard. */
function* copyStockHistory(rows: Iterable<StockHistoryRow>) {
  for (const { productsId, entries } of rows) yield* archiveItems(toHistory(productsId, entries))
}

/** Adds to the first shard how much of the history is in the archive. */
function withHistory(item: Item, history: StockHistoryRow | undefined): Item {
  if (!history || item['shard'] !== 0) return item
  const { entries } = toHistory(history.productsId, history.entries)
  return {
    ...item,
    archived: entries.length,
    lastAt: entries
      .map(({ at }) => at)
      .toSorted()
      .at(-1),
  }
}

function toHistory(productsId: string, entries: string) {
  return { productsId, shard: 0, entries: JSON.parse(entries) as StockEntry[], archived: 0, lastAt: '' }
}

function copyCart({ userId, lines, ...fields }: CartRow) {
  return { ...cartKey(userId), lines: JSON.parse(lines), ...fields, schema: SCHEMA }
}

function copyDocument({ pk, sk, version, body, list, place, expiresAt }: DocumentRow) {
  const document = {
    key: { pk, sk },
    body: JSON.parse(body),
    ...(list !== null && place !== null && { place: { list, place } }),
    ...(expiresAt !== null && { expiresAt: new Date(expiresAt) }),
  }
  return documentItem(document, version)
}

function copyOperation({ userId, key, fingerprint, createdAt }: OperationRow) {
  return operationItem(userId, { key, fingerprint }, new Date(createdAt))
}

/** `attemptSortKeys` has the sort keys of the copied attempts by purchase id. */
function copyOrderWithAttempt(row: OrderAsText, attemptSortKeys: ReadonlyMap<string, string>) {
  const order = orderFromText(row)
  // SQLite has no shards, so the units of a copied order count as taken from the first shard. Every
  // counted stock has a first shard, to which a cancelled order can return its units.
  const takenParts = order.taken.map((taken) => ({ ...taken, shard: 0 }))
  return orderItem({ order, takenParts, attemptSk: attemptSortKeys.get(order.purchaseId) ?? NO_ATTEMPT })
}

function* copyTerms(rows: Iterable<OrderAsText>) {
  for (const row of rows) {
    const order = orderFromText(row)
    yield* termItems(order, personTerms(order))
  }
}

function* copyDays(rows: Iterable<OrderAsText>) {
  const days = new Set<string>()
  for (const { purchaseDate } of rows) days.add(calendarDay(new Date(purchaseDate)))
  for (const day of days) yield orderDayItem(day)
}

/** The order totals of all hours of a day are one item, in the first shard. */
function* copyOrderTotals(rows: Iterable<HourRow>) {
  for (const [day, hours] of Map.groupBy(rows, (row) => row.day)) {
    const item: Item = orderTotalsKey(day, 0)
    item['changes'] = hours.reduce((sum, { changes }) => sum + changes, 0)
    for (const { hour, orders, revenuePaise } of hours) {
      const names = hourAttributes(hour)
      item[names.orders] = orders
      item[names.revenue] = revenuePaise
    }
    yield item
  }
}

/**
 * Returns the items of all attempts, and the sort keys of the items by purchase id. Keyless
 * attempts with the same fingerprint share one item, which holds the latest attempt.
 */
function copyAttempts(rows: Iterable<AttemptRow>) {
  const items = new Map<string, Item>()
  const sortKeys = new Map<string, string>()
  for (const { userId, idempotencyKey, fingerprint, ...fields } of rows) {
    const attempt = { userId, key: idempotencyKey ?? undefined, fingerprint }
    const { pk, sk } = attemptKey(attempt)
    items.set(`${pk} ${sk}`, attemptItem(attempt, fields))
    sortKeys.set(fields.purchaseId, sk)
  }
  return { items: items.values(), sortKeys }
}

function* copySales(rows: Iterable<SalesRow>) {
  for (const { day, sold } of rows) yield* copiedSales(day, JSON.parse(sold))
}

function copyOutboxEntry({ id, state, addedAt, dueAt, doneAt, ...row }: OutboxRow) {
  const entry = { ...row, addedAt: toText(addedAt) }
  if (state !== 'pending') return settledItem(entry, state, toText(doneAt ?? addedAt))
  // Events with the same group are delivered in order, so the group of a shopper's events is the
  // user id. A pending entry always has a payload: the `[]` is only for the type.
  const group = entry.topic === 'events' ? userOfEntry(entry.payload ?? '[]') : ''
  return pendingItem({ ...entry, group }, { dueAt: toText(dueAt), sequence: id, processId: FIXED_ID })
}

function toText(ms: number) {
  return new Date(ms).toISOString()
}
