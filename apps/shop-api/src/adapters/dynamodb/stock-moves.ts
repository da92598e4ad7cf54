import { queryItems } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { secondOf, type ShopTables } from './tables.ts'

const MOVES = 'stock-moves'

/** Moves stay for whoever looks seldom; who looks even more seldom reads the whole catalogue. */
const KEPT_MS = 24 * 60 * 60 * 1000

/**
 * A row of its own for every purchase that moves stock, so that purchases share no counter. Other processes
 * read these rows to learn which products they remember wrongly.
 */
export function stockMove(
  table: string,
  id: string,
  productsIds: readonly string[],
  at: Date,
): TransactItem[] {
  if (productsIds.length === 0) return []
  const expiresAt = secondOf(new Date(at.getTime() + KEPT_MS))
  const Item = { pk: MOVES, sk: `${at.toISOString()}#${id}`, productsIds, expiresAt }
  return [{ name: 'stock move', write: { Put: { TableName: table, Item } } }]
}

export async function readStockMoves({ client, tables }: ShopTables, since: Date) {
  const items = await queryItems(client, {
    TableName: tables.purchases,
    KeyConditionExpression: 'pk = :moves AND sk >= :since',
    ExpressionAttributeValues: { ':moves': MOVES, ':since': since.toISOString() },
    ConsistentRead: true,
  })
  return items.map(({ sk, productsIds }) => ({ id: String(sk), productsIds: productsIds as string[] }))
}
