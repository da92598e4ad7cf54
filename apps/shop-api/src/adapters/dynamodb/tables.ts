import type { Dynamo } from '@nashta/dynamodb/create-client'
import type { TableDefinition } from '@nashta/dynamodb/create-tables'

export type ShopTableNames = { products: string; carts: string; purchases: string }

/** Where the adapters keep what they keep. */
export type ShopTables = { client: Dynamo; tables: ShopTableNames }

/** Items that something is to be done about: mails, open orders, newsletter wishes. */
export const BY_DUE = 'byDue'

/** How many ways the busy queues are split, so that no single key takes every order's writes. */
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

/** The last letters of an id are random. */
export function openQueueOf(purchaseId: string) {
  return `open#${purchaseId.charCodeAt(purchaseId.length - 1) % QUEUE_PARTS}`
}

export const OPEN_QUEUES = Array.from({ length: QUEUE_PARTS }, (_, part) => `open#${part}`)

/** For the attribute after which DynamoDB may delete an item. */
export function secondOf(time: Date) {
  return Math.floor(time.getTime() / 1000)
}
