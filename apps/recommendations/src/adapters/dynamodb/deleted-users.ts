import { queryItems, readItems } from '@nashta/dynamodb/read-items'
import { transact } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import { raiseDataVersion } from './data-version.ts'
import { deletedUserKey, shopperKey } from './event-items.ts'
import type { RecommendationsTable } from './tables.ts'

/** Of shoppers who are gone: whether nothing of theirs is left, as far as is known. */
export type DeletedUsers = ReadonlyMap<string, { isComplete: boolean }>

export async function readDeletedUsers(
  { client, table }: RecommendationsTable,
  userIds: Iterable<string>,
): Promise<DeletedUsers> {
  const byKey = new Map(Array.from(userIds, (userId) => [deletedUserKey(userId).pk, userId]))
  const keys = Array.from(byKey.values(), (userId) => ({ table, key: deletedUserKey(userId) }))
  const marks = (await readItems(client, keys)).get(table) ?? []
  return new Map(
    marks.map(({ pk, isComplete }) => [byKey.get(String(pk)) ?? '', { isComplete: isComplete === true }]),
  )
}

/**
 * First a mark, then everything goes. Whoever wrote before the mark is seen here; whoever writes after it
 * looks for marks once it has written, and comes here too.
 */
export async function forget(
  { client, table }: RecommendationsTable,
  userIds: readonly string[],
  forgotten: DeletedUsers,
) {
  const unswept = userIds.filter((userId) => !forgotten.get(userId)?.isComplete)
  const mark = (isComplete: boolean) =>
    writeItems(
      client,
      table,
      unswept.map((userId) => ({ put: { ...deletedUserKey(userId), isComplete } })),
    )
  await mark(false)
  let removed = 0
  for (const userId of userIds) removed += await sweep({ client, table }, userId)
  if (unswept.length > 0 || removed > 0) await transact(client, [raiseDataVersion(table)])
  await mark(true)
}

async function sweep({ client, table }: RecommendationsTable, userId: string) {
  const items = await queryItems(client, {
    TableName: table,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': shopperKey(userId) },
    ProjectionExpression: 'pk, sk',
    ConsistentRead: true,
  })
  await writeItems(
    client,
    table,
    items.map(({ pk, sk }) => ({ delete: { pk: String(pk), sk: String(sk) } })),
  )
  return items.length
}
