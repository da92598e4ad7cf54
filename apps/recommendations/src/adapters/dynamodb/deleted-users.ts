import { queryItems, readItems } from '@nashta/dynamodb/read-items'
import { transact } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import { dataVersionIncrement } from './data-version.ts'
import { deletedUserKey, shopperKey } from './event-items.ts'
import type { RecommendationsTable } from './tables.ts'

type DeletedUserMarker = {
  pk: string
  /** Whether a call of `deleteUsers` for this user has completed. */
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
  const markersByUserId = new Map<string, DeletedUserMarker>()
  for (const userId of userIds) {
    const marker = markersByKey.get(deletedUserKey(userId).pk)
    if (marker) markersByUserId.set(userId, marker)
  }
  return markersByUserId
}

/**
 * Marks the users as deleted, and then deletes their items. `EventStore.add` looks for markers after its writes and calls
 * this again, so items that it wrote meanwhile are deleted too. A marker becomes complete after the data version has
 * changed. If a call is interrupted before that, the next call changes the data version even if it finds no items.
 */
export async function deleteUsers(
  { client, table }: RecommendationsTable,
  userIds: readonly string[],
  markers: DeletedUserMarkers,
) {
  const unfinished = userIds.filter((userId) => !markers.get(userId)?.isComplete)
  const writeMarkers = (isComplete: boolean) =>
    writeItems(
      client,
      table,
      unfinished.map((userId) => ({ put: { ...deletedUserKey(userId), isComplete } })),
    )
  await writeMarkers(false)
  let deletedItems = 0
  for (const userId of userIds) deletedItems += await deleteItems({ client, table }, userId)
  const [firstId] = userIds
  const hasChanged = unfinished.length > 0 || deletedItems > 0
  // The user only chooses one of the counters that make up the data version.
  if (firstId !== undefined && hasChanged)
    await transact(client, [dataVersionIncrement(table, shopperKey(firstId))])
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
