import { readItem } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { updateItem } from '@nashta/dynamodb/write-item'
import { NO_TRAINING_DATA } from '../../events/event-store.ts'
import type { RecommendationsTable } from './tables.ts'

const REVISION = { pk: 'learning', sk: 'revision' }
const VIEWS = { pk: 'learning', sk: 'views' }

/** To be written with the last of what is new: whoever dies before that is told it all again. */
export function raiseDataVersion(table: string): TransactItem {
  return {
    name: 'revision',
    write: {
      Update: {
        TableName: table,
        Key: REVISION,
        UpdateExpression: 'ADD revision :one',
        ExpressionAttributeValues: { ':one': 1 },
      },
    },
  }
}

export async function readDataVersion({ client, table }: RecommendationsTable): Promise<string> {
  const item = await readItem(client, table, REVISION)
  return item ? String(item['revision']) : NO_TRAINING_DATA
}

/** The time before which no view counts; DynamoDB deletes them when it comes to it. */
export async function readViewsFrom({ client, table }: RecommendationsTable): Promise<number> {
  const item = await readItem(client, table, VIEWS)
  return Number(item?.['viewsFrom'] ?? 0)
}

/** Never back: what is forgotten stays so. */
export async function moveViewsFrom({ client, table }: RecommendationsTable, time: Date) {
  await updateItem(client, {
    TableName: table,
    Key: VIEWS,
    UpdateExpression: 'SET viewsFrom = :time',
    ConditionExpression: 'attribute_not_exists(viewsFrom) OR viewsFrom < :time',
    ExpressionAttributeValues: { ':time': time.getTime() },
  })
}
