import { calendarDay, hourOfDay } from '@nashta/contracts/dates'
import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { type Item, readItem } from '@nashta/dynamodb/read-items'
import { shardOf } from '@nashta/dynamodb/shard-of'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { putItem, writeItems } from '@nashta/dynamodb/write-item'
import { totalsChange } from '../../../orders/order/order-work.ts'
import type { OrderRecord } from '../../../orders/order/purchase-store.ts'
import { personTerms } from '../../../orders/search/search-terms.ts'
import type { ShopTables } from '../tables.ts'

/** Each list of orders has 16 partition keys, so that no key takes the writes of every order. */
export const LIST_SHARDS = Array.from({ length: 16 }, (_, shard) => shard)

function listShardOf(purchaseId: string) {
  return shardOf(purchaseId, LIST_SHARDS.length)
}

// A list key is the value of an item's attribute `list`, the partition key of the index `byList`.

/** The list key of one shard of the orders with this work. */
export function workListKey(work: WorkState, shard: number) {
  return `work#${work}#${shard}`
}

export function workListKeyOfOrder(work: WorkState, purchaseId: string) {
  return workListKey(work, listShardOf(purchaseId))
}

/** The list key of one shard of the orders of a day in India. */
export function dayListKey(day: string, shard: number) {
  return `day#${day}#${shard}`
}

export function dayListKeyOfOrder(placedAt: Date, purchaseId: string) {
  return dayListKey(calendarDay(placedAt), listShardOf(purchaseId))
}

/** The partition key of the items that list the days with orders. */
export const ORDER_DAYS_PK = 'order-days'

export function orderDayItem(day: string): Item {
  return { pk: ORDER_DAYS_PK, sk: day }
}

/**
 * A term has a kind and a text, such as `word:asha`. The partition key has only the first two
 * characters of the text, such as `order-term#word:as#7` in shard 7. So one query for each shard
 * finds all terms with the prefix `word:ash`.
 */
export function termPk(term: string, shard: number) {
  const start = term.indexOf(':') + 1
  const [first = '', second = ''] = term.slice(start)
  return `order-term#${term.slice(0, start)}${first}${second}#${shard}`
}

/** A prefix such as `word:a` cannot be looked up, because its terms have many partition keys. */
export function canFindByPrefix(prefix: string) {
  const text = prefix.slice(prefix.indexOf(':') + 1)
  return text.length >= 2
}

/** Purchase ids sort by time, so the orders of a term are sorted by when they were placed. */
export function termSk(term: string, purchaseId: string) {
  return `${term}#${purchaseId}`
}

export function termKey(term: string, purchaseId: string) {
  return { pk: termPk(term, listShardOf(purchaseId)), sk: termSk(term, purchaseId) }
}

/**
 * The items of an order's terms. A search that finds an item needs the user id in the item to make
 * the key of the order.
 */
export function termItems({ purchaseId, userId }: OrderRecord, terms: readonly string[]): Item[] {
  return terms.map((term) => ({ ...termKey(term, purchaseId), userId }))
}

/**
 * Stores the search terms of a new order. The order itself must be stored already:
 *
 * - Writes in the order's transaction would cost twice as much.
 * - If terms were stored first and the process then died, a name or phone number would stay in
 *   storage without an order.
 *
 * The last term is stored after all other terms. So a stored last term means that none is missing.
 */
export async function putTerms({ client, tables }: ShopTables, order: OrderRecord) {
  const items = termItems(order, personTerms(order))
  const last = items.at(-1)
  const others = items.slice(0, -1).map((put) => ({ put }))
  await writeItems(client, tables.purchases, others)
  if (last) await putItem(client, tables.purchases, last)
}

/**
 * Returns the writes of all terms if the last term is not stored. If the last term is stored, no
 * term is missing (see `putTerms`), and no writes are returned.
 */
export async function missingTermWrites(
  { client, tables }: ShopTables,
  order: OrderRecord,
): Promise<TransactItem[]> {
  const terms = personTerms(order)
  const last = terms.at(-1)
  if (last === undefined) return []
  const storedLast = await readItem(client, tables.purchases, termKey(last, order.purchaseId))
  return storedLast ? [] : termWrites(tables.purchases, order, terms)
}

export function termWrites(table: string, order: OrderRecord, terms: readonly string[]): TransactItem[] {
  return termItems(order, terms).map((Item) => ({ name: 'term', write: { Put: { TableName: table, Item } } }))
}

export function termRemovalWrites(
  table: string,
  { purchaseId }: OrderRecord,
  terms: readonly string[],
): TransactItem[] {
  return terms.map((term) => ({
    name: 'term',
    write: { Delete: { TableName: table, Key: termKey(term, purchaseId) } },
  }))
}

export function orderTotalsKey(day: string, shard: number) {
  return { pk: `order-totals#${day}#${shard}`, sk: 'totals' }
}

/** The attributes of a totals item for one hour. */
export function hourAttributes(hour: number) {
  return { orders: `orders${hour}`, revenue: `revenue${hour}` }
}

/**
 * Changes the order totals of the hour in which the order was placed. `before` is null for a new
 * order, `after` for a removed order.
 */
export function orderTotalsWrites(
  table: string,
  before: OrderRecord | null,
  after: OrderRecord | null,
  { countsOrderBySale }: { countsOrderBySale: boolean },
): TransactItem[] {
  const order = after ?? before
  if (!order) return []
  // The transaction stores a sale that counts the order. A write here would count the order twice.
  if (countsOrderBySale) return []
  const change = totalsChange(before, after)
  if (!change) return []
  const at = new Date(order.purchaseDate)
  const { orders, revenue } = hourAttributes(hourOfDay(at))
  const update = {
    TableName: table,
    Key: orderTotalsKey(calendarDay(at), listShardOf(order.purchaseId)),
    UpdateExpression: 'ADD #orders :orders, #revenue :revenue, changes :one',
    ExpressionAttributeNames: { '#orders': orders, '#revenue': revenue },
    ExpressionAttributeValues: { ':orders': change.orders, ':revenue': change.revenuePaise, ':one': 1 },
  }
  return [{ name: 'totals', write: { Update: update } }]
}
