import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import type { OrderRecord } from '../../purchases/purchase-store.ts'
import { isUnsettled } from '../../purchases/settle-order.ts'
import { openQueueOf } from './tables.ts'

/** An order with what only this adapter stores of it. */
export type StoredOrder = {
  order: OrderRecord
  /** Ids of the products whose stock it took. */
  taken: readonly string[]
  /** The sort key of its purchase attempt. */
  attempt: string
}

export const ORDER = 'order#'

/** Ids sort by time, so a shopper's orders are sorted by when they were placed. */
export function orderKey(userId: string, purchaseId: string) {
  return { pk: `user#${userId}`, sk: `${ORDER}${purchaseId}` }
}

/** The item that tells whose order it is. */
export function ownerKey(purchaseId: string) {
  return { pk: `owner#${purchaseId}`, sk: 'owner' }
}

/** Lines, payment and address are stored as text, so that a repeated response is the same byte for byte. */
export function orderItem({ order, taken, attempt }: StoredOrder): Item {
  const { purchaseId, userId, purchaseDate } = order
  return {
    ...orderKey(userId, purchaseId),
    ...order,
    lines: JSON.stringify(order.lines),
    payment: JSON.stringify(order.payment),
    shippingAddress: JSON.stringify(order.shippingAddress),
    taken,
    attempt,
    ...(isUnsettled(order) && { queue: openQueueOf(purchaseId), due: purchaseDate }),
  }
}

export function ownerItem({ purchaseId, userId }: OrderRecord): Item {
  return { ...ownerKey(purchaseId), userId }
}

export function addOrder(table: string, stored: StoredOrder): TransactItem[] {
  const isNew = { TableName: table, ConditionExpression: 'attribute_not_exists(pk)' }
  return [
    { name: 'order', write: { Put: { ...isNew, Item: orderItem(stored) } } },
    { name: 'owner', write: { Put: { ...isNew, Item: ownerItem(stored.order) } } },
  ]
}

const UNCHANGED = '#state = :stateBefore AND orderStatus = :orderBefore AND deliveryStatus = :deliveryBefore'

function asBefore({ state, orderStatus, deliveryStatus }: OrderRecord) {
  return { ':stateBefore': state, ':orderBefore': orderStatus, ':deliveryBefore': deliveryStatus }
}

/** The shopper, the lines and the address never change. Refused when the order is no longer as in `before`. */
export function updateOrder(table: string, before: OrderRecord, after: OrderRecord): TransactItem {
  const { userId, purchaseId, state, orderStatus, deliveryStatus, transactionId, refusal } = after
  const leaveQueue = isUnsettled(after) ? '' : ' REMOVE queue, due'
  return {
    name: 'order',
    write: {
      Update: {
        TableName: table,
        Key: orderKey(userId, purchaseId),
        UpdateExpression: `SET #state = :state, orderStatus = :orderStatus, deliveryStatus = :deliveryStatus, transactionId = :transactionId, refusal = :refusal${leaveQueue}`,
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

type OrderItem = Omit<OrderRecord, 'lines' | 'payment' | 'shippingAddress'> &
  Record<'pk' | 'sk' | 'queue' | 'due' | 'attempt' | 'lines' | 'payment' | 'shippingAddress', string> & {
    taken: string[]
  }

/** Only `orderItem` writes what this reads. */
export function toStoredOrder(item: Item): StoredOrder {
  const { pk: _pk, sk: _sk, queue: _queue, due: _due, taken, attempt, ...fields } = item as OrderItem
  const { lines, payment, shippingAddress } = fields
  const order = {
    ...fields,
    lines: JSON.parse(lines),
    payment: JSON.parse(payment),
    shippingAddress: JSON.parse(shippingAddress),
  }
  return { order, taken, attempt }
}
