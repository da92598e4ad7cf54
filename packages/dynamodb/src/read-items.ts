import {
  BatchGetCommand,
  GetCommand,
  paginateQuery,
  paginateScan,
  type QueryCommandInput,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { backOff } from './backoff.ts'
import type { Dynamo } from './create-client.ts'

export type Item = Record<string, unknown>
export type Key = Record<string, string>

/** What DynamoDB reads in one request. */
const KEYS_MAX = 100

/** A consistent read; null when there is no such item. The caller states the type that its own writes gave the item. */
export async function readItem<T = Item>(client: Dynamo, table: string, key: Key): Promise<T | null> {
  const { Item } = await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }))
  return (Item ?? null) as T | null
}

/** Consistent reads, in no order; items that do not exist are left out. */
export async function readItems<T = Item>(
  client: Dynamo,
  wanted: readonly { table: string; key: Key }[],
): Promise<Map<string, T[]>> {
  const found = new Map<string, T[]>()
  let rest = [...wanted]
  for (let rounds = 0; rest.length > 0; rounds += 1) {
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetCommand({ RequestItems: byTable(rest.slice(0, KEYS_MAX)) }),
    )
    for (const [table, items] of Object.entries(Responses ?? {})) {
      found.set(table, [...(found.get(table) ?? []), ...(items as T[])])
    }
    const unread = Object.entries(UnprocessedKeys ?? {}).flatMap(([table, { Keys = [] }]) =>
      Keys.map((key) => ({ table, key: key as Key })),
    )
    rest = [...unread, ...rest.slice(KEYS_MAX)]
    if (unread.length > 0) await backOff(rounds)
  }
  return found
}

function byTable(wanted: readonly { table: string; key: Key }[]) {
  const tables = Map.groupBy(wanted, ({ table }) => table)
  return Object.fromEntries(
    Array.from(tables, ([table, keys]) => [
      table,
      { ConsistentRead: true, Keys: keys.map(({ key }) => key) },
    ]),
  )
}

/** All items that match, from behind the key `after`, at most `most` of them. Typed as in `readItem`. */
export async function queryItems<T = Item>(
  client: Dynamo,
  query: QueryCommandInput,
  { most = Number.POSITIVE_INFINITY, after }: { most?: number; after?: Key | undefined } = {},
): Promise<T[]> {
  const found: T[] = []
  // A copy, because the paginator writes its position into it.
  for await (const { Items = [] } of paginateQuery({ client, startingToken: after }, { ...query })) {
    found.push(...(Items as T[]))
    if (found.length >= most) break
  }
  return found.slice(0, most)
}

/**
 * A whole table, as it is while it is read, with one page of it in memory at a time. Items with the same partition
 * key come one after the other, as they are kept.
 */
export async function* scanPages(client: Dynamo, scan: ScanCommandInput): AsyncGenerator<Item[]> {
  for await (const { Items = [] } of paginateScan({ client }, { ...scan, ConsistentRead: true })) yield Items
}

/** A whole table at once. */
export async function scanItems(client: Dynamo, table: string): Promise<Item[]> {
  return (await Array.fromAsync(scanPages(client, { TableName: table }))).flat()
}
