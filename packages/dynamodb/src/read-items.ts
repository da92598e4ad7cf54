import {
  BatchGetCommand,
  GetCommand,
  paginateQuery,
  paginateScan,
  type QueryCommandInput,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb'
import type { Dynamo } from './create-client.ts'
import { sendInBatches } from './retry.ts'

export type Item = Record<string, unknown>
export type Key = Record<string, string>
type KeyOfTable = { table: string; key: Key }

/** DynamoDB's limit of items in one BatchGetItem request. */
const BATCH_KEYS_MAX = 100

// These functions do not check that an item is a `T`: an adapter reads only its own items.

/** A consistent read; null when the item does not exist. */
export async function readItem<T = Item>(client: Dynamo, table: string, key: Key): Promise<T | null> {
  const { Item } = await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }))
  return Item ? (Item as T) : null
}

/**
 * Consistent reads of many items. Returns the items by table, in no particular order. Items that do
 * not exist are left out.
 */
export async function readItems<T = Item>(client: Dynamo, wanted: readonly KeyOfTable[]) {
  const found = new Map<string, T[]>()
  await sendInBatches(client, { requests: wanted, size: BATCH_KEYS_MAX }, async (batch) => {
    const request = new BatchGetCommand({ RequestItems: toRequestItems(batch) })
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(request)
    for (const [table, items] of Object.entries(Responses)) {
      found.set(table, [...(found.get(table) ?? []), ...(items as T[])])
    }
    return Object.entries(UnprocessedKeys).flatMap(([table, { Keys = [] }]) =>
      Keys.map((key): KeyOfTable => ({ table, key })),
    )
  })
  return found
}

function toRequestItems(wanted: readonly KeyOfTable[]) {
  const tables = Map.groupBy(wanted, ({ table }) => table)
  return Object.fromEntries(
    Array.from(tables, ([table, keys]) => [
      table,
      { ConsistentRead: true, Keys: keys.map(({ key }) => key) },
    ]),
  )
}

/** The first `maxItems` matching items of all pages. With `after`, only items after that key. */
export async function queryItems<T = Item>(
  client: Dynamo,
  query: QueryCommandInput,
  { maxItems = Number.POSITIVE_INFINITY, after }: { maxItems?: number; after?: Key | undefined } = {},
): Promise<T[]> {
  const found: T[] = []
  for await (const page of queryPages<T>(client, query, after)) {
    found.push(...page)
    if (found.length >= maxItems) break
  }
  return found.slice(0, maxItems)
}

/** The matching items with one page in memory at a time. */
export async function* queryPages<T = Item>(
  client: Dynamo,
  query: QueryCommandInput,
  after?: Key,
): AsyncGenerator<T[]> {
  // The paginator writes its position into the query, so it gets a copy.
  for await (const { Items = [] } of paginateQuery({ client, startingToken: after }, { ...query }))
    yield Items as T[]
}

/** The number of items that match. The items themselves are not transferred. */
export async function countItems(client: Dynamo, query: QueryCommandInput): Promise<number> {
  let count = 0
  for await (const { Count = 0 } of paginateQuery({ client }, { ...query, Select: 'COUNT' })) count += Count
  return count
}

/**
 * A consistent read of a whole table, with one page in memory at a time. Items with the same partition
 * key come one after the other, in the order of their sort keys.
 */
export async function* scanPages(client: Dynamo, scan: ScanCommandInput): AsyncGenerator<Item[]> {
  for await (const { Items = [] } of paginateScan({ client }, { ...scan, ConsistentRead: true })) yield Items
}

/** All items of a table, in memory at once. */
export async function scanItems(client: Dynamo, table: string): Promise<Item[]> {
  return (await Array.fromAsync(scanPages(client, { TableName: table }))).flat()
}
