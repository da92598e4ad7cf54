import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb'
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
import { addToRetryBudget, backOff, sendInBatches, takeFromRetryBudget } from './retry.ts'

/** DynamoDB's limit of items in one BatchWriteItem request. */
const BATCH_WRITES_MAX = 25

/** A transaction holds its items for milliseconds. These retries together take about a second. */
const CONFLICT_RETRIES = 10

/**
 * Retries a write while a transaction holds its item. The SDK itself retries only after throttling
 * and lost responses. All writes of a client share a limited number of retries: each retry takes
 * one, and each success adds one.
 */
async function retryConflicts<T>(client: Dynamo, send: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      const result = await send()
      addToRetryBudget(client)
      return result
    } catch (error) {
      const mayRetry = error instanceof TransactionConflictException && failures < CONFLICT_RETRIES
      if (!mayRetry || !takeFromRetryBudget(client)) throw error
    }
    await backOff(failures)
  }
}

/** Adds the item, or replaces the item with the same key. */
export async function putItem(client: Dynamo, table: string, item: Item): Promise<void> {
  await retryConflicts(client, () => client.send(new PutCommand({ TableName: table, Item: item })))
}

/** Resolves to the whole item after the update, or to null when the condition does not hold. */
export async function updateItem<T = Item>(client: Dynamo, update: UpdateCommandInput): Promise<T | null> {
  const command = new UpdateCommand({ ...update, ReturnValues: 'ALL_NEW' })
  const result = await nullWhenRefused(retryConflicts(client, () => client.send(command)))
  return result && ((result.Attributes ?? {}) as T)
}

/** Resolves to false when the condition does not hold. */
export async function deleteItem(client: Dynamo, deletion: DeleteCommandInput): Promise<boolean> {
  const command = new DeleteCommand(deletion)
  return (await nullWhenRefused(retryConflicts(client, () => client.send(command)))) !== null
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

/**
 * Writes many items, without conditions and without a transaction. A call that failed half-way can
 * be repeated.
 */
export async function writeItems(client: Dynamo, table: string, writes: readonly BatchWrite[]) {
  const requests = writes.map((write): WriteRequest =>
    'put' in write ? { PutRequest: { Item: write.put } } : { DeleteRequest: { Key: write.delete } },
  )
  await sendInBatches(client, { requests, size: BATCH_WRITES_MAX }, async (batch) => {
    const request = new BatchWriteCommand({ RequestItems: { [table]: [...batch] } })
    const { UnprocessedItems = {} } = await client.send(request)
    return UnprocessedItems[table] ?? []
  })
}

/** Fails when the table cannot be written. */
export async function writeProbe(client: Dynamo, table: string, now: () => Date) {
  await updateItem(client, {
    TableName: table,
    Key: { pk: 'probe', sk: 'probe' },
    UpdateExpression: 'SET probedAt = :now',
    ExpressionAttributeValues: { ':now': now().toISOString() },
  })
}
