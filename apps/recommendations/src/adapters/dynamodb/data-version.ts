import { readItem, readItems } from '@nashta/dynamodb/read-items'
import { shardOf } from '@nashta/dynamodb/shard-of'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { updateItem } from '@nashta/dynamodb/write-item'
import { INITIAL_DATA_VERSION } from '../../events/event-store.ts'
import type { RecommendationsTable } from './tables.ts'

/**
 * The data version is the sum of this many counters, each in its own item. Every delivery of events
 * increments one counter. DynamoDB allows only some 1,000 writes per second to the same item, so a
 * single counter would limit the deliveries.
 */
const COUNTERS = 32

const PRUNED_BEFORE_KEY = { pk: 'training', sk: 'oldest-view' }

function counterKey(counter: number) {
  return { pk: `data-version#${counter}`, sk: 'counter' }
}

/** The transaction item that increments the data version. The shopper's key chooses the counter. */
export function dataVersionIncrement(table: string, shopperKey: string): TransactItem {
  const counter = shardOf(shopperKey, COUNTERS)
  return {
    name: 'data version',
    write: {
      Update: {
        TableName: table,
        Key: counterKey(counter),
        UpdateExpression: 'ADD version :one',
        ExpressionAttributeValues: { ':one': 1 },
      },
    },
  }
}

export async function readDataVersion({ client, table }: RecommendationsTable): Promise<string> {
  const keys = Array.from({ length: COUNTERS }, (_, counter) => ({ table, key: counterKey(counter) }))
  const counters = (await readItems<{ version: number }>(client, keys)).get(table) ?? []
  return String(counters.reduce((sum, { version }) => sum + version, Number(INITIAL_DATA_VERSION)))
}

/**
 * Reads the time before which views are pruned, in milliseconds since 1970. Pruned views are
 * ignored until DynamoDB has deleted them.
 */
export async function readPrunedBefore({ client, table }: RecommendationsTable): Promise<number> {
  const item = await readItem(client, table, PRUNED_BEFORE_KEY)
  return Number(item?.['time'] ?? 0)
}

/**
 * Stores the time for `readPrunedBefore`, unless a later time is already stored. An earlier time
 * would bring pruned views back.
 */
export async function storePrunedBefore({ client, table }: RecommendationsTable, time: Date) {
  await updateItem(client, {
    TableName: table,
    Key: PRUNED_BEFORE_KEY,
    UpdateExpression: 'SET #time = :time',
    ConditionExpression: 'attribute_not_exists(#time) OR #time < :time',
    ExpressionAttributeNames: { '#time': 'time' },
    ExpressionAttributeValues: { ':time': time.getTime() },
  })
}
