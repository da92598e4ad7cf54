import { calendarDay, hourOfDay } from '@nashta/contracts/dates'
import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { type Item, readItem } from '@nashta/dynamodb/read-items'
import { shardOf } from '@nashta/dynamodb/shard-of'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { putItem, writeItems } from '@nashta/dynamodb/write-item'
import { isCounted } from '../../../purchases/desk/order-work.ts'
import { personTerms } from '../../../purchases/desk/search-terms.ts'
import type { OrderRecord } from '../../../purchases/purchase-store.ts'
import type { ShopTables } from '../tables.ts'

/** Each list of orders is spread over 16 partition keys, so that none takes the writes of every order. */
export const LIST_SHARDS = Array.from({ length: 16 }, (_, shard) => shard)

function listShardOf(purchaseId: string) {
  return shardOf(purchaseId, LIST_SHARDS.length)
}

// The attribute `list` of an item is its partition key in the index `byList`. `workList` and
// `dayList` return the values of that attribute: each value is one shard of a list.

export function workList(work: WorkState, shard: number) {
  return `work#${work}#${shard}`
}

export function workListOfOrder(work: WorkState, purchaseId: string) {
  return workList(work, listShardOf(purchaseId))
}

/** The day is a day in India. */
export function dayList(day: string, shard: number) {
  return `day#${day}#${shard}`
}

export function dayListOfOrder(placedAt: Date, purchaseId: string) {
  return dayList(calendarDay(placedAt), listShardOf(purchaseId))
}

/** The partition key of the items that list the days with orders. */
export const ORDER_DAYS_PK = 'order-days'

export function orderDayItem(day: string): Item {
  return { pk: ORDER_DAYS_PK, sk: day }
}

/**
 * A term has a kind and a text, such as `word:asha`. A partition key holds all terms of a kind
 * whose texts have the same first two characters, so that terms can be found by a prefix.
 */
export function termPk(term: string, shard: number) {
  const start = term.indexOf(':') + 1
  const [first = '', second = ''] = term.slice(start)
  return `order-term#${term.slice(0, start)}${first}${second}#${shard}`
}

/** A text of one character cannot be looked up: its terms are spread over many partition keys. */
export function canFindByPrefix(prefix: string) {
  return prefix.slice(prefix.indexOf(':') + 1).length >= 2
}

/** The orders of a term are sorted by time, as their purchase ids are. */
export function termSk(term: string, purchaseId: string) {
  return `${term}#${purchaseId}`
}

export function termKey(term: string, purchaseId: string) {
  return { pk: termPk(term, listShardOf(purchaseId)), sk: termSk(term, purchaseId) }
}

/** The items have the user id, because it is part of the order's key. */
export function termItems({ purchaseId, userId }: OrderRecord, terms: readonly string[]): Item[] {
  return terms.map((term) => ({ ...termKey(term, purchaseId), userId }))
}

/**
 * Stores the search terms of a new order, after the order itself. The order's transaction could
 * store them too, but at twice the cost. If they were stored first and the process then died, a
 * name or phone number would stay without an order. The last term is written when all others are
 * stored, so it shows that none is missing.
 */
export async function putTerms({ client, tables }: ShopTables, order: OrderRecord) {
  const items = termItems(order, personTerms(order))
  const last = items.at(-1)
  const others = items.slice(0, -1).map((put) => ({ put }))
  await writeItems(client, tables.purchases, others)
  if (last) await putItem(client, tables.purchases, last)
}

/** The writes of all terms if the last one is missing, because the process died. Otherwise none. */
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

export function totalsKey(day: string, shard: number) {
  return { pk: `order-totals#${day}#${shard}`, sk: 'totals' }
}

/** The attributes of a totals item for one hour. */
export function hourAttributes(hour: number) {
  return { orders: `orders${hour}`, revenue: `revenue${hour}` }
}

/**
 * Adds an order to the totals of its hour, or subtracts it. `before` is null for a new order,
 * `after` for a removed one.
 *
 * If an order is sold on the day on which it was placed, the write that records the sale also adds
 * it to the totals. Then `isCountedBySale` is true, and nothing is added here. So this function
 * adds orders that are sold on a later day, and subtracts cancelled orders.
 */
export function totalsWrites(
  table: string,
  before: OrderRecord | null,
  after: OrderRecord | null,
  { isCountedBySale }: { isCountedBySale: boolean },
): TransactItem[] {
  const wasCounted = before !== null && isCounted(before)
  const isCountedHere = after !== null && isCounted(after) && !isCountedBySale
  const order = after ?? before
  if (wasCounted === isCountedHere || !order) return []
  const difference = isCountedHere ? 1 : -1
  const at = new Date(order.purchaseDate)
  const { orders, revenue } = hourAttributes(hourOfDay(at))
  const update = {
    TableName: table,
    Key: totalsKey(calendarDay(at), listShardOf(order.purchaseId)),
    UpdateExpression: 'ADD #orders :difference, #revenue :revenue',
    ExpressionAttributeNames: { '#orders': orders, '#revenue': revenue },
    ExpressionAttributeValues: { ':difference': difference, ':revenue': difference * order.totalPaise },
  }
  return [{ name: 'totals', write: { Update: update } }]
}
