import { calendarDay, hourOfDay } from '@nashta/contracts/dates'
import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { type Item, readItem } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { putItem, writeItems } from '@nashta/dynamodb/write-item'
import { isCounted } from '../../../purchases/desk/order-work.ts'
import { personTerms } from '../../../purchases/desk/search-terms.ts'
import type { OrderRecord } from '../../../purchases/purchase-store.ts'
import type { ShopTables } from '../tables.ts'

/** Each list of orders is spread over 16 partition keys, so that none takes the writes of every order. */
export const LIST_SHARDS = Array.from({ length: 16 }, (_, shard) => shard)

/** The last character of a purchase id is random. */
function shardOf(purchaseId: string) {
  return purchaseId.charCodeAt(purchaseId.length - 1) % LIST_SHARDS.length
}

/** The partition key of an order in the index `byList`, for the orders with one kind of work. */
export function workListOf(work: WorkState, purchaseId: string) {
  return workList(work, shardOf(purchaseId))
}

export function workList(work: WorkState, shard: number) {
  return `work#${work}#${shard}`
}

/** The partition key of an order in the index `byList`, for the orders of one day in India. */
export function dayListOf(at: Date, purchaseId: string) {
  return dayList(calendarDay(at), shardOf(purchaseId))
}

export function dayList(day: string, shard: number) {
  return `day#${day}#${shard}`
}

/** The partition key of the items that list the days with orders. */
export const ORDER_DAYS_PK = 'order-days'

export function orderDayItem(day: string): Item {
  return { pk: ORDER_DAYS_PK, sk: day }
}

/**
 * A term has a kind and a text, such as `word:asha`. A partition key holds all terms of a kind whose texts have the same
 * first two characters, so that terms can be found by a prefix.
 */
export function termPk(term: string, shard: number) {
  const start = term.indexOf(':') + 1
  const [first = '', second = ''] = term.slice(start)
  return `order-term#${term.slice(0, start)}${first}${second}#${shard}`
}

/** Whether the prefix is long enough for `termPk`, which needs two characters. */
export function hasTermPk(prefix: string) {
  return prefix.slice(prefix.indexOf(':') + 1).length >= 2
}

/** The orders of a term are sorted by time. */
export function termSk(term: string, purchaseId: string) {
  return `${term}#${purchaseId}`
}

export function termKey(term: string, purchaseId: string) {
  return { pk: termPk(term, shardOf(purchaseId)), sk: termSk(term, purchaseId) }
}

/** An item has the user id, because the key of the order needs it. */
export function termItems({ purchaseId, userId }: OrderRecord, terms: readonly string[]): Item[] {
  return terms.map((term) => ({ ...termKey(term, purchaseId), userId }))
}

/**
 * Stores the search terms of a new order. They are stored after the order: in its transaction they would cost twice as
 * much, and before it a process that dies would leave a name or phone number without an order. The last term is written
 * when all others are stored, so it shows that none is missing.
 */
export async function putTerms({ client, tables }: ShopTables, order: OrderRecord) {
  const items = termItems(order, personTerms(order))
  const last = items.at(-1)
  const others = items.slice(0, -1).map((put) => ({ put }))
  await writeItems(client, tables.purchases, others)
  if (last) await putItem(client, tables.purchases, last)
}

/** The writes of all terms when some are missing, for example because the process died. Empty when none is missing. */
export async function missingTermWrites(
  { client, tables }: ShopTables,
  order: OrderRecord,
): Promise<TransactItem[]> {
  const terms = personTerms(order)
  const last = terms.at(-1)
  if (last === undefined) return []
  const isStored = await readItem(client, tables.purchases, termKey(last, order.purchaseId))
  return isStored ? [] : termWrites(tables.purchases, order, terms)
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
 * Adds an order to the totals of its hour, or subtracts it. Most orders are added with their sale, so only late
 * payments and cancellations write totals here.
 */
export function totalsWrites(
  table: string,
  before: OrderRecord | null,
  after: OrderRecord | null,
  { isCountedBySale }: { isCountedBySale: boolean },
): TransactItem[] {
  const isAdded = after !== null && isCounted(after) && !isCountedBySale
  const difference = Number(isAdded) - Number(before !== null && isCounted(before))
  const order = after ?? before
  if (difference === 0 || !order) return []
  const at = new Date(order.purchaseDate)
  const { orders, revenue } = hourAttributes(hourOfDay(at))
  const update = {
    TableName: table,
    Key: totalsKey(calendarDay(at), shardOf(order.purchaseId)),
    UpdateExpression: 'ADD #orders :difference, #revenue :revenue',
    ExpressionAttributeNames: { '#orders': orders, '#revenue': revenue },
    ExpressionAttributeValues: { ':difference': difference, ':revenue': difference * order.totalPaise },
  }
  return [{ name: 'totals', write: { Update: update } }]
}
