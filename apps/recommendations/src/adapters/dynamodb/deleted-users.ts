import { queryItems, readItems } from '@nashta/dynamodb/read-items'
import { transact } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import { dataVersionIncrement } from './data-version.ts'
import { deletedUserKey, shopperKey } from './event-items.ts'
import type { RecommendationsTable } from './tables.ts'

type DeletedUserMarker = {
  pk: string
  /** Whether all items of the user have been deleted. */
  isComplete: boolean
}

/** The markers of deleted users, by user id. */
export type DeletedUserMarkers = ReadonlyMap<string, DeletedUserMarker>

export async function readDeletedUserMarkers(
  { client, table }: RecommendationsTable,
  userIds: ReadonlySet<string>,
): Promise<DeletedUserMarkers> {
  const keys = Array.from(userIds, (userId) => ({ table, key: deletedUserKey(userId) }))
  const markers = (await readItems<DeletedUserMarker>(client, keys)).get(table) ?? []
  const markersByKey = new Map(markers.map((marker) => [marker.pk, marker]))
  const deletedUsers = new Map<string, DeletedUserMarker>()
  for (const userId of userIds) {
    const marker = markersByKey.get(deletedUserKey(userId).pk)
    if (marker) deletedUsers.set(userId, marker)
  }
  return deletedUsers
}

/**
 * Deletes the users' items. Before that it writes an incomplete marker for each user: another process that is still
 * writing items of the user reads the markers afterwards, finds it, and calls this function too. The data version is
 * raised if items were deleted, and after an interrupted call, which may have deleted them. Then the markers are complete.
 */
export async function deleteUsers(
  { client, table }: RecommendationsTable,
  userIds: readonly string[],
  markers: DeletedUserMarkers,
) {
  const incomplete = userIds.filter((userId) => !markers.get(userId)?.isComplete)
  const writeMarkers = (isComplete: boolean) =>
    writeItems(
      client,
      table,
      incomplete.map((userId) => ({ put: { ...deletedUserKey(userId), isComplete } })),
    )
  await writeMarkers(false)
  let deletedItems = 0
  for (const userId of userIds) deletedItems += await deleteItems({ client, table }, userId)
  if (incomplete.length > 0 || deletedItems > 0) await transact(client, [dataVersionIncrement(table)])
  await writeMarkers(true)
}

/** Returns the number of deleted items. */
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
