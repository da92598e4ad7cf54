import { readItem } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { updateItem } from '@nashta/dynamodb/write-item'
import { NO_TRAINING_DATA } from '../../events/event-store.ts'
import type { RecommendationsTable } from './tables.ts'

const DATA_VERSION = { pk: 'training', sk: 'data-version' }
const OLDEST_VIEW = { pk: 'training', sk: 'oldest-view' }

/** Written together with the last new item: events of a process that dies earlier are delivered again. */
export function raiseDataVersion(table: string): TransactItem {
  return {
    name: 'data version',
    write: {
      Update: {
        TableName: table,
        Key: DATA_VERSION,
        UpdateExpression: 'ADD version :one',
        ExpressionAttributeValues: { ':one': 1 },
      },
    },
  }
}

export async function readDataVersion({ client, table }: RecommendationsTable): Promise<string> {
  const item = await readItem(client, table, DATA_VERSION)
  return item ? String(item['version']) : NO_TRAINING_DATA
}

/** Older views are ignored until DynamoDB has deleted them. */
export async function readOldestView({ client, table }: RecommendationsTable): Promise<number> {
  const item = await readItem(client, table, OLDEST_VIEW)
  return Number(item?.['time'] ?? 0)
}

/** Only moves forward: pruned views stay pruned. */
export async function moveOldestView({ client, table }: RecommendationsTable, time: Date) {
  await updateItem(client, {
    TableName: table,
    Key: OLDEST_VIEW,
    UpdateExpression: 'SET #time = :time',
    ConditionExpression: 'attribute_not_exists(#time) OR #time < :time',
    ExpressionAttributeNames: { '#time': 'time' },
    ExpressionAttributeValues: { ':time': time.getTime() },
  })
}
