import type { Dynamo } from '@nashta/dynamodb/create-client'
import type { TableDefinition } from '@nashta/dynamodb/create-tables'

export type ShopTableNames = { products: string; carts: string; purchases: string }

/** The client and the tables that every DynamoDB adapter works on. */
export type ShopTables = { client: Dynamo; tables: ShopTableNames }

/** The index of pending work: mails, unsettled orders, unconfirmed newsletter subscriptions. */
export const BY_DUE = 'byDue'

/** The busy queues are split, so that no single key takes every order's writes. */
const QUEUE_PARTS = 4

/** Keys, indexes and why: docs/decisions/014-dynamodb-tables.md. */
export function shopTableDefinitions({ products, carts, purchases }: ShopTableNames): TableDefinition[] {
  return [
    { name: products, key: { hash: 'products_id' } },
    { name: carts, key: { hash: 'userId', range: 'item' }, expiresAt: 'expiresAt' },
    {
      name: purchases,
      key: { hash: 'pk', range: 'sk' },
      indexes: [{ name: BY_DUE, key: { hash: 'queue', range: 'due' }, include: ['leaseUntil'] }],
      expiresAt: 'expiresAt',
    },
  ]
}

/** The last characters of an id are random, so the parts are equally full. */
export function openQueueOf(purchaseId: string) {
  return `open#${purchaseId.charCodeAt(purchaseId.length - 1) % QUEUE_PARTS}`
}

export const OPEN_QUEUES = Array.from({ length: QUEUE_PARTS }, (_, part) => `open#${part}`)

/** The unit of the attribute by which DynamoDB expires items. */
export function secondOf(time: Date) {
  return Math.floor(time.getTime() / 1000)
}
