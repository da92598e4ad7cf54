import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import type { OrderRecord } from '../../purchases/purchase-store.ts'
import { openQueueOf } from './tables.ts'

/** An order, and what only its adapter needs to know of it. */
export type KeptOrder = {
  order: OrderRecord
  /** Ids of the products whose stock it took. */
  taken: readonly string[]
  /** The sort key of the attempt that led to it. */
  attempt: string
}

export const ORDER = 'order#'

/** Among its shopper's, in the order they were placed. */
export function orderKey(userId: string, purchaseId: string) {
  return { pk: `user#${userId}`, sk: `${ORDER}${purchaseId}` }
}

/** Says whose order it is. */
export function ownerKey(purchaseId: string) {
  return { pk: `owner#${purchaseId}`, sk: 'owner' }
}

export function isOpen({ state }: OrderRecord) {
  return state === 'charging' || state === 'pending'
}

/** What an answer repeats is kept as text: the same question then gets the same answer, byte for byte. */
export function orderItem({ order, taken, attempt }: KeptOrder): Item {
  const { purchaseId, userId, purchaseDate } = order
  return {
    ...orderKey(userId, purchaseId),
    ...order,
    lines: JSON.stringify(order.lines),
    payment: JSON.stringify(order.payment),
    shippingAddress: JSON.stringify(order.shippingAddress),
    taken,
    attempt,
    ...(isOpen(order) && { queue: openQueueOf(purchaseId), due: purchaseDate }),
  }
}

export function ownerItem({ purchaseId, userId }: OrderRecord): Item {
  return { ...ownerKey(purchaseId), userId }
}

export function addOrder(table: string, kept: KeptOrder): TransactItem[] {
  const isNew = { TableName: table, ConditionExpression: 'attribute_not_exists(pk)' }
  return [
    { name: 'order', write: { Put: { ...isNew, Item: orderItem(kept) } } },
    { name: 'owner', write: { Put: { ...isNew, Item: ownerItem(kept.order) } } },
  ]
}

const UNCHANGED = '#state = :stateBefore AND orderStatus = :orderBefore AND deliveryStatus = :deliveryBefore'

function asBefore({ state, orderStatus, deliveryStatus }: OrderRecord) {
  return { ':stateBefore': state, ':orderBefore': orderStatus, ':deliveryBefore': deliveryStatus }
}

/** What was ordered, by whom and where it goes never changes. Refused when it is another than `before` by now. */
export function updateOrder(table: string, before: OrderRecord, after: OrderRecord): TransactItem {
  const { userId, purchaseId, state, orderStatus, deliveryStatus, transactionId, refusal } = after
  const done = isOpen(after) ? '' : ' REMOVE queue, due'
  return {
    name: 'order',
    write: {
      Update: {
        TableName: table,
        Key: orderKey(userId, purchaseId),
        UpdateExpression: `SET #state = :state, orderStatus = :orderStatus, deliveryStatus = :deliveryStatus, transactionId = :transactionId, refusal = :refusal${done}`,
        ConditionExpression: UNCHANGED,
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ...asBefore(before),
          ':state': state,
          ':orderStatus': orderStatus,
          ':deliveryStatus': deliveryStatus,
          ':transactionId': transactionId,
          ':refusal': refusal,
        },
      },
    },
  }
}

export function removeOrder(table: string, before: OrderRecord): TransactItem[] {
  const { userId, purchaseId } = before
  return [
    {
      name: 'order',
      write: {
        Delete: {
          TableName: table,
          Key: orderKey(userId, purchaseId),
          ConditionExpression: UNCHANGED,
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: asBefore(before),
        },
      },
    },
    { name: 'owner', write: { Delete: { TableName: table, Key: ownerKey(purchaseId) } } },
  ]
}

/** Written by `addOrder` and by nobody else. */
export function toKeptOrder(item: Item): KeptOrder {
  const { pk: _pk, sk: _sk, queue: _queue, due: _due, taken, attempt, ...fields } = item
  const { lines, payment, shippingAddress } = fields
  const order = {
    ...fields,
    lines: JSON.parse(String(lines)),
    payment: JSON.parse(String(payment)),
    shippingAddress: JSON.parse(String(shippingAddress)),
  } as unknown as OrderRecord
  return { order, taken: taken as string[], attempt: String(attempt) }
}
