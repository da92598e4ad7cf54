import { queryItems, readItems } from '@nashta/dynamodb/read-items'
import { transact } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import { raiseDataVersion } from './data-version.ts'
import { deletedUserKey, shopperKey } from './event-items.ts'
import type { RecommendationsTable } from './tables.ts'

/** Deleted users, and whether the deletion of their items has been completed. */
export type DeletedUsers = ReadonlyMap<string, { isComplete: boolean }>

export async function readDeletedUsers(
  { client, table }: RecommendationsTable,
  userIds: Iterable<string>,
): Promise<DeletedUsers> {
  const byKey = new Map(Array.from(userIds, (userId) => [deletedUserKey(userId).pk, userId]))
  const keys = Array.from(byKey.values(), (userId) => ({ table, key: deletedUserKey(userId) }))
  const markers = (await readItems(client, keys)).get(table) ?? []
  return new Map(
    markers.map(({ pk, isComplete }) => [byKey.get(String(pk)) ?? '', { isComplete: isComplete === true }]),
  )
}

/**
 * Writes a marker, then deletes the user's items. Items written before the marker are deleted here; a process that
 * writes later checks for markers after its write and calls this function too.
 */
export async function deleteUsers(
  { client, table }: RecommendationsTable,
  userIds: readonly string[],
  deletedUsers: DeletedUsers,
) {
  const incomplete = userIds.filter((userId) => !deletedUsers.get(userId)?.isComplete)
  const writeMarkers = (isComplete: boolean) =>
    writeItems(
      client,
      table,
      incomplete.map((userId) => ({ put: { ...deletedUserKey(userId), isComplete } })),
    )
  await writeMarkers(false)
  let removed = 0
  for (const userId of userIds) removed += await deleteItems({ client, table }, userId)
  if (incomplete.length > 0 || removed > 0) await transact(client, [raiseDataVersion(table)])
  await writeMarkers(true)
}

async function deleteItems({ client, table }: RecommendationsTable, userId: string) {
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
