import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import {
  CHANGE_TELLING_FIELDS,
  CHANGING_FIELDS,
  type OrderAsText,
  orderFromText,
  orderToText,
} from '../../../orders/order/order-fields.ts'
import { isOpen } from '../../../orders/order/order-state.ts'
import { workStateOf } from '../../../orders/order/order-work.ts'
import type { OrderRecord } from '../../../orders/order/purchase-store.ts'
import { numberTerm, personTerms } from '../../../orders/search/search-terms.ts'
import { setFields } from '../set-fields.ts'
import { partsToKeep, type TakenPart, takenOf } from '../stock/stock-items.ts'
import { openOrderQueueOf, SCHEMA, shopperPk } from '../tables.ts'
import {
  dayListKeyOfOrder,
  termKey,
  termRemovalWrites,
  termWrites,
  workListKeyOfOrder,
} from './order-lists.ts'

/** An order with the fields that only this adapter stores. */
export type StoredOrder = {
  order: OrderRecord
  /** The units in `order.taken`, split by the shard that they were taken from. */
  takenParts: readonly TakenPart[]
  /** The sort key of the purchase attempt that led to the order. */
  attemptSk: string
}

/** The `attemptSk` of an order whose attempt is no longer stored. No item has this sort key. */
export const NO_ATTEMPT = 'attempt#'

export const ORDER_PREFIX = 'order#'

/** Purchase ids sort by time, so a shopper's orders are sorted by when they were placed. */
export function orderKey(userId: string, purchaseId: string) {
  return { pk: shopperPk(userId), sk: `${ORDER_PREFIX}${purchaseId}` }
}

/**
 * The key of an order's owner item, which holds the user id of the order. A read that knows only
 * the purchase id reads the owner item first. The key is the key of the search term for the order's
 * number, so a search for the number finds the owner item.
 */
export function ownerKey(purchaseId: string) {
  return termKey(numberTerm(purchaseId), purchaseId)
}

export function orderItem({ order, takenParts, attemptSk }: StoredOrder): Item {
  const { purchaseId, userId, purchaseDate } = order
  const work = workStateOf(order)
  return {
    ...orderKey(userId, purchaseId),
    ...orderToText(order),
    taken: takenParts,
    attempt: attemptSk,
    schema: SCHEMA,
    ...(isOpen(order) && { queue: openOrderQueueOf(purchaseId), due: purchaseDate }),
    ...(work !== null && { list: workListKeyOfOrder(work, purchaseId) }),
  }
}

/** The attribute `list` puts the owner item into the list of the order's day. */
export function ownerItem({
  purchaseId,
  userId,
  purchaseDate,
}: Pick<OrderRecord, 'purchaseId' | 'userId' | 'purchaseDate'>): Item {
  const list = dayListKeyOfOrder(new Date(purchaseDate), purchaseId)
  return { ...ownerKey(purchaseId), userId, purchaseId, list }
}

/** The search terms are not among these writes, because they are stored later (see `putTerms`). */
export function newOrderWrites(table: string, stored: StoredOrder): TransactItem[] {
  const putNew = (item: Item) => ({
    Put: { TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(pk)' },
  })
  return [
    { name: 'order', write: putNew(orderItem(stored)) },
    { name: 'owner', write: putNew(ownerItem(stored.order)) },
  ]
}

/** The transaction with this check is refused if the order was removed or moved to another user. */
export function orderExistsCheck(table: string, { userId, purchaseId }: OrderRecord): TransactItem {
  const check = {
    TableName: table,
    Key: orderKey(userId, purchaseId),
    ConditionExpression: 'attribute_exists(pk)',
  }
  return { name: 'order', write: { ConditionCheck: check } }
}

/** The condition that the stored order has not changed since it was read. */
function unchangedSince(before: OrderRecord) {
  const text = orderToText(before)
  return {
    ConditionExpression: CHANGE_TELLING_FIELDS.map((name) => `#${name} = :${name}Before`).join(' AND '),
    // Aliases, because some names, such as `state`, are reserved words of DynamoDB.
    ExpressionAttributeNames: Object.fromEntries(CHANGE_TELLING_FIELDS.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      CHANGE_TELLING_FIELDS.map((name) => [`:${name}Before`, text[name]]),
    ),
  }
}

/** The attributes that an update may set or remove. Others, such as the date of the order, never change. */
const CHANGING_ATTRIBUTES = [
  ...CHANGING_FIELDS,
  // Only open orders have `queue` and `due` (see `isOpen`). A settled order is open again when it
  // gets a refund to send.
  'queue',
  'due',
  // Only visible orders have `list`: operators have no work with other orders.
  'list',
]

/** The transaction with this write is refused if the stored order has changed since it was read. */
export function orderUpdateWrite(
  table: string,
  { order: before, takenParts, attemptSk }: StoredOrder,
  after: OrderRecord,
): TransactItem {
  // Units that went back to the stock are no longer in `after.taken`.
  const keptParts = partsToKeep(takenParts, after.taken)
  const update = setFields({
    table,
    key: orderKey(after.userId, after.purchaseId),
    fields: orderItem({ order: after, takenParts: keptParts, attemptSk }),
    attributes: CHANGING_ATTRIBUTES,
    condition: unchangedSince(before),
  })
  return { name: 'order', write: { Update: update } }
}

export function orderRemovalWrites(table: string, before: OrderRecord): TransactItem[] {
  const { userId, purchaseId } = before
  const orderDeletion = { TableName: table, Key: orderKey(userId, purchaseId), ...unchangedSince(before) }
  return [
    { name: 'order', write: { Delete: orderDeletion } },
    { name: 'owner', write: { Delete: { TableName: table, Key: ownerKey(purchaseId) } } },
    ...termRemovalWrites(table, before, personTerms(before)),
  ]
}

/**
 * Moves the order to the user id of `after`. All search terms of the moved order are written again,
 * because the item of each term contains the user id.
 */
export function orderMoveWrites(table: string, before: OrderRecord, after: StoredOrder): TransactItem[] {
  const { userId, purchaseId } = before
  const orderDeletion = { TableName: table, Key: orderKey(userId, purchaseId), ...unchangedSince(before) }
  const terms = personTerms(after.order)
  const removedTerms = personTerms(before).filter((term) => !terms.includes(term))
  return [
    { name: 'order', write: { Delete: orderDeletion } },
    { name: 'moved order', write: { Put: { TableName: table, Item: orderItem(after) } } },
    { name: 'owner', write: { Put: { TableName: table, Item: ownerItem(after.order) } } },
    ...termRemovalWrites(table, before, removedTerms),
    ...termWrites(table, after.order, terms),
  ]
}

type OrderItem = Omit<OrderAsText, 'taken'> &
  Record<'pk' | 'sk' | 'queue' | 'due' | 'list' | 'attempt', string> & {
    taken: readonly TakenPart[]
    schema: number
  }

/** Only for items that `orderItem` made. */
export function toStoredOrder(item: Item): StoredOrder {
  const {
    pk: _pk,
    sk: _sk,
    queue: _queue,
    due: _due,
    list: _list,
    schema: _schema,
    taken: takenParts,
    attempt,
    ...text
  } = item as OrderItem
  // The item's `taken` has the units per shard, and `order.taken` has the sums per product. For the
  // sums, `takenOf` needs the order's lines, so the order is first parsed with an empty `taken`.
  const withoutTaken = orderFromText({ ...text, taken: '[]' })
  const taken = takenOf(withoutTaken.lines, takenParts)
  return { order: { ...withoutTaken, taken }, takenParts, attemptSk: attempt }
}
