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
 * Marks the users as deleted, deletes their items, changes the data version and then sets the
 * markers to complete.
 *
 * A process may store events of a user while another process deletes the user. So `EventStore.add`
 * reads the markers again after its writes, and deletes the marked users again.
 */
export async function deleteUsers(
  { client, table }: RecommendationsTable,
  userIds: readonly string[],
  storedMarkers: DeletedUserMarkers,
) {
  const [firstId] = userIds
  if (firstId === undefined) return
  // The deletion of these users is new, or an earlier call began it and was interrupted.
  const incompleteIds = userIds.filter((userId) => !storedMarkers.get(userId)?.isComplete)
  const writeMarkers = (state: { isComplete: boolean }) =>
    writeItems(
      client,
      table,
      incompleteIds.map((userId) => ({ put: { ...deletedUserKey(userId), ...state } })),
    )
  await writeMarkers({ isComplete: false })
  let deletedItems = 0
  // Users whose deletion is complete may have new items, which were stored meanwhile.
  for (const userId of userIds) deletedItems += await deleteItems({ client, table }, userId)
  // An interrupted call may have deleted the items of a user without changing the data version.
  const mustChangeVersion = incompleteIds.length > 0 || deletedItems > 0
  if (mustChangeVersion) {
    // The data version is the sum of several counters. The key only chooses which counter is
    // incremented, so one increment with the key of the first user is enough for all users.
    await transact(client, [dataVersionIncrement(table, shopperKey(firstId))])
  }
  await writeMarkers({ isComplete: true })
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
