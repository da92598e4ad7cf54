import { readItem } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { updateItem } from '@nashta/dynamodb/write-item'
import { INITIAL_DATA_VERSION } from '../../events/event-store.ts'
import type { RecommendationsTable } from './tables.ts'

const DATA_VERSION_KEY = { pk: 'training', sk: 'data-version' }
const PRUNED_BEFORE_KEY = { pk: 'training', sk: 'oldest-view' }

/** The transaction item that increments the data version. */
export function dataVersionIncrement(table: string): TransactItem {
  return {
    name: 'data version',
    write: {
      Update: {
        TableName: table,
        Key: DATA_VERSION_KEY,
        UpdateExpression: 'ADD version :one',
        ExpressionAttributeValues: { ':one': 1 },
      },
    },
  }
}

export async function readDataVersion({ client, table }: RecommendationsTable): Promise<string> {
  const item = await readItem(client, table, DATA_VERSION_KEY)
  return item ? String(item['version']) : INITIAL_DATA_VERSION
}

/** Views before this time, in milliseconds, are pruned: they are ignored until DynamoDB has deleted them. */
export async function readPrunedBefore({ client, table }: RecommendationsTable): Promise<number> {
  const item = await readItem(client, table, PRUNED_BEFORE_KEY)
  return Number(item?.['time'] ?? 0)
}

/** An earlier time than the stored one changes nothing, so pruned views stay pruned. */
export async function pruneViewsBefore({ client, table }: RecommendationsTable, time: Date) {
  await updateItem(client, {
    TableName: table,
    Key: PRUNED_BEFORE_KEY,
    UpdateExpression: 'SET #time = :time',
    ConditionExpression: 'attribute_not_exists(#time) OR #time < :time',
    ExpressionAttributeNames: { '#time': 'time' },
    ExpressionAttributeValues: { ':time': time.getTime() },
  })
}
