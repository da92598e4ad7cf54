import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import {
  BatchWriteCommand,
  DeleteCommand,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { backOff } from './backoff.ts'
import type { Dynamo } from './create-client.ts'
import type { Item, Key } from './read-items.ts'

/** What DynamoDB writes in one request. */
const WRITES_MAX = 25

/** Overwrites an existing item. */
export async function putItem(client: Dynamo, table: string, item: Item): Promise<void> {
  await client.send(new PutCommand({ TableName: table, Item: item }))
}

/** The whole updated item, or null when the condition does not hold. */
export async function updateItem(client: Dynamo, update: UpdateCommandInput): Promise<Item | null> {
  const result = await nullWhenRefused(client.send(new UpdateCommand({ ...update, ReturnValues: 'ALL_NEW' })))
  return result && (result.Attributes ?? {})
}

/** False when the condition does not hold. */
export async function deleteItem(
  client: Dynamo,
  deletion: ConstructorParameters<typeof DeleteCommand>[0],
): Promise<boolean> {
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

/** Writes without conditions, so that an interrupted call may be repeated from the start. */
export async function writeItems(client: Dynamo, table: string, writes: readonly BatchWrite[]) {
  let rest = writes.map((write) =>
    'put' in write ? { PutRequest: { Item: write.put } } : { DeleteRequest: { Key: write.delete } },
  )
  for (let rounds = 0; rest.length > 0; rounds += 1) {
    const { UnprocessedItems } = await client.send(
      new BatchWriteCommand({ RequestItems: { [table]: rest.slice(0, WRITES_MAX) } }),
    )
    const unwritten = (UnprocessedItems?.[table] ?? []) as typeof rest
    rest = [...unwritten, ...rest.slice(WRITES_MAX)]
    if (unwritten.length > 0) await backOff(rounds)
  }
}
