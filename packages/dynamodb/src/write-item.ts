import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DeleteCommand,
  type DeleteCommandInput,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import type { Dynamo } from './create-client.ts'
import type { Item, Key } from './read-items.ts'
import { sendInBatches } from './retry.ts'

/** DynamoDB's limit of items in one BatchWriteItem request. */
const BATCH_WRITES_MAX = 25

/** Adds the item, or replaces the item with the same key. */
export async function putItem(client: Dynamo, table: string, item: Item): Promise<void> {
  await client.send(new PutCommand({ TableName: table, Item: item }))
}

/** Resolves to the whole item after the update, or to null when the condition of the update does not hold. */
export async function updateItem<T = Item>(client: Dynamo, update: UpdateCommandInput): Promise<T | null> {
  const result = await nullWhenRefused(client.send(new UpdateCommand({ ...update, ReturnValues: 'ALL_NEW' })))
  return result && ((result.Attributes ?? {}) as T)
}

/** Resolves to false when the condition of the deletion does not hold. */
export async function deleteItem(client: Dynamo, deletion: DeleteCommandInput): Promise<boolean> {
  return (await nullWhenRefused(client.send(new DeleteCommand(deletion)))) !== null
}

async function nullWhenRefused<T>(sent: Promise<T>): Promise<T | null> {
  try {
    return await sent
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null
    throw error
  }
}

export type BatchWrite = { put: Item } | { delete: Key }
type WriteRequest = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number]

/** Writes many items without conditions and without a transaction, so a call that failed half-way may be repeated. */
export async function writeItems(client: Dynamo, table: string, writes: readonly BatchWrite[]) {
  const requests = writes.map((write): WriteRequest =>
    'put' in write ? { PutRequest: { Item: write.put } } : { DeleteRequest: { Key: write.delete } },
  )
  await sendInBatches(requests, BATCH_WRITES_MAX, async (batch) => {
    const request = new BatchWriteCommand({ RequestItems: { [table]: [...batch] } })
    const { UnprocessedItems = {} } = await client.send(request)
    return UnprocessedItems[table] ?? []
  })
}
