import { queryItems } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import * as z from 'zod/mini'
import { secondOf, type ShopTables } from './tables.ts'

const STOCK_CHANGES = 'stock-moves'

/** A process that polls less often reloads the whole catalogue. */
const EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * One row for each purchase that changes stock, so that purchases share no counter. Other processes poll these rows to
 * learn which products they must read again.
 */
export function stockChange(
  table: string,
  id: string,
  productsIds: readonly string[],
  at: Date,
): TransactItem[] {
  if (productsIds.length === 0) return []
  const expiresAt = secondOf(new Date(at.getTime() + EXPIRES_AFTER_MS))
  const Item = { pk: STOCK_CHANGES, sk: `${at.toISOString()}#${id}`, productsIds, expiresAt }
  return [{ name: 'stock change', write: { Put: { TableName: table, Item } } }]
}

export async function readStockChanges({ client, tables }: ShopTables, since: Date) {
  const items = await queryItems(client, {
    TableName: tables.purchases,
    KeyConditionExpression: 'pk = :changes AND sk >= :since',
    ExpressionAttributeValues: { ':changes': STOCK_CHANGES, ':since': since.toISOString() },
    ConsistentRead: true,
  })
  return items.map(({ sk, productsIds }) => ({
    id: String(sk),
    productsIds: z.parse(z.array(z.string()), productsIds),
  }))
}
