import { hash } from 'node:crypto'
import { calendarDay, hourOfDay } from '@nashta/contracts/dates'
import type { WorkState } from '@nashta/contracts/orders/desk-orders'
import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { isCounted } from '../../purchases/desk/order-work.ts'
import { numberTerm, personTerms } from '../../purchases/desk/search-terms.ts'
import type { OrderRecord } from '../../purchases/purchase-store.ts'

/** Each list of orders is spread over so many partition keys, so that none takes the writes of every order. */
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

/** The same for the orders of a day in India. */
export function dayListOf(at: Date, purchaseId: string) {
  return dayList(calendarDay(at), shardOf(purchaseId))
}

export function dayList(day: string, shard: number) {
  return `day#${day}#${shard}`
}

/** The days that have orders. */
export const ORDER_DAYS_PK = 'order-days'

export function orderDayItem(day: string): Item {
  return { pk: ORDER_DAYS_PK, sk: day }
}

/** Terms are hashed: a key of the table does not tell a name or a number. */
export function termPk(term: string, shard: number) {
  return `order-term#${hash('sha256', term, 'base64url').slice(0, 22)}#${shard}`
}

function termKey(term: string, purchaseId: string) {
  return { pk: termPk(term, shardOf(purchaseId)), sk: purchaseId }
}

export function allTerms(order: OrderRecord) {
  return [...personTerms(order), numberTerm(order.purchaseId)]
}

/** The user id leads from a term to its order. */
export function termItems({ purchaseId, userId }: OrderRecord, terms: readonly string[]): Item[] {
  return terms.map((term) => ({ ...termKey(term, purchaseId), userId }))
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

/** Adds an order to the totals of its hour, or takes it out again; nothing when it counts as before. */
export function totalsWrites(
  table: string,
  before: OrderRecord | null,
  after: OrderRecord | null,
): TransactItem[] {
  const difference = Number(after !== null && isCounted(after)) - Number(before !== null && isCounted(before))
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
