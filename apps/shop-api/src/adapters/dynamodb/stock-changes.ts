import { queryItems } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import * as z from 'zod/mini'
import { type ShopTables, toEpochSeconds } from './tables.ts'

const STOCK_CHANGES_PK = 'stock-moves'

/** Much longer than the pause after which a process reloads the whole catalogue instead of reading stock changes. */
const EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * Each order that takes or returns stock adds its own item, because writes to a shared item would conflict. Other
 * processes poll these items to learn which products they must read again.
 */
export function stockChangeWrites(
  table: string,
  id: string,
  productsIds: readonly string[],
  at: Date,
): TransactItem[] {
  if (productsIds.length === 0) return []
  const expiresAt = toEpochSeconds(new Date(at.getTime() + EXPIRES_AFTER_MS))
  const Item = { pk: STOCK_CHANGES_PK, sk: `${at.toISOString()}#${id}`, productsIds, expiresAt }
  return [{ name: 'stock change', write: { Put: { TableName: table, Item } } }]
}

export async function readStockChanges({ client, tables }: ShopTables, since: Date) {
  const items = await queryItems(client, {
    TableName: tables.purchases,
    KeyConditionExpression: 'pk = :changes AND sk >= :since',
    ExpressionAttributeValues: { ':changes': STOCK_CHANGES_PK, ':since': since.toISOString() },
    ConsistentRead: true,
  })
  return items.map(({ sk, productsIds }) => ({
    id: String(sk),
    productsIds: z.parse(z.array(z.string()), productsIds),
  }))
}
