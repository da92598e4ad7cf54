import type { Dynamo } from '@nashta/dynamodb/create-client'
import type { TableDefinition } from '@nashta/dynamodb/create-tables'
import { shardOf } from '@nashta/dynamodb/shard-of'

/**
 * `purchases` holds everything but products and carts. docs/decisions/014-dynamodb-tables.md lists
 * the items of all tables.
 */
export type ShopTableNames = { products: string; carts: string; purchases: string }

/** The client and the tables that every DynamoDB adapter works on. */
export type ShopTables = { client: Dynamo; tables: ShopTableNames }

/**
 * The `schema` attribute of items that live long. A change of their shape increments this number,
 * and the changed code reads both shapes. Older code does not touch attributes that it does not
 * know.
 */
export const SCHEMA = 1

/** Purchase attempts are deleted after this time. */
export const RECORD_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

/**
 * The index of pending work: mails, open orders, unconfirmed newsletter subscriptions and tickets.
 * Closed tickets stay in the index, so that they can be listed.
 */
export const BY_DUE = 'byDue'

/**
 * The index that lists the orders of all shoppers. The partition key is an item's attribute `list`.
 * Examples, each in shard 7:
 *
 * - `work#pack#7`: the orders that operators have to pack. `orderItem` makes the items.
 * - `day#2026-01-31#7`: the orders that were placed on a day. `ownerItem` makes the items.
 *
 * Both functions are in orders/order-items.ts.
 */
export const BY_LIST = 'byList'

/**
 * A queue is a partition key of the index `byDue`. Open orders (see `isOpen`) are spread over
 * several queues, so that no partition key takes the writes of every order.
 */
const OPEN_ORDER_QUEUE_COUNT = 16

/** docs/decisions/014-dynamodb-tables.md explains the keys and the indexes. */
export function shopTableDefinitions({ products, carts, purchases }: ShopTableNames): TableDefinition[] {
  return [
    { name: products, key: { hash: 'products_id' } },
    { name: carts, key: { hash: 'userId', range: 'item' }, expiryAttribute: 'expiresAt' },
    {
      name: purchases,
      key: { hash: 'pk', range: 'sk' },
      indexes: [
        { name: BY_DUE, key: { hash: 'queue', range: 'due' }, include: ['leaseUntil'] },
        { name: BY_LIST, key: { hash: 'list', range: 'purchaseId' }, include: ['userId'] },
      ],
      expiryAttribute: 'expiresAt',
    },
  ]
}

export const OPEN_ORDER_QUEUES = Array.from(
  { length: OPEN_ORDER_QUEUE_COUNT },
  (_, number) => `open#${number}`,
)

export function openOrderQueueOf(purchaseId: string) {
  return `open#${shardOf(purchaseId, OPEN_ORDER_QUEUE_COUNT)}`
}

/** The partition key of a shopper's orders and purchase attempts. */
export function shopperPk(userId: string) {
  return `user#${userId}`
}

/** DynamoDB's expiry attributes are seconds since 1970. */
export function toEpochSeconds(time: Date) {
  return Math.floor(time.getTime() / 1000)
}
