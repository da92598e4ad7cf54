import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { type Item, queryItems, readItems } from '@nashta/dynamodb/read-items'
import { transact } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import { type EventStore, HISTORY_MAX } from '../../events/event-store.ts'
import { storePrunedBefore, dataVersionIncrement, readDataVersion, readPrunedBefore } from './data-version.ts'
import { deleteUsers, readDeletedUserMarkers } from './deleted-users.ts'
import {
  CART_PREFIX,
  type EventItem,
  shopperKey,
  toItem,
  userIdOf,
  VIEW_OR_PURCHASE_PREFIX,
} from './event-items.ts'
import { byTime, cartOf, toInteractions } from './interactions.ts'
import type { RecommendationsTable } from './tables.ts'

export type DynamoEventStoreDeps = RecommendationsTable & {
  /** The age at which DynamoDB may delete a view. */
  viewRetentionMs: number
  now: () => Date
}

/**
 * How long `cachedPrunedBefore` returns a value before it reads storage again. Without a cache,
 * every request would read the same key.
 */
const PRUNED_BEFORE_CACHE_MS = 60_000

/**
 * Several processes may add the same events at the same time and in any order. The stored items are
 * the same in any case, because the key and the content of an item depend only on its event.
 */
export function createDynamoEventStore(deps: DynamoEventStoreDeps): EventStore {
  const { client, table, viewRetentionMs, now } = deps
  let cached: { prunedBefore: Promise<number>; readAt: number } | undefined

  function cachedPrunedBefore() {
    const time = now().getTime()
    if (cached && time - cached.readAt < PRUNED_BEFORE_CACHE_MS) return cached.prunedBefore
    const read = { prunedBefore: readPrunedBefore(deps), readAt: time }
    cached = read
    read.prunedBefore.catch(() => {
      if (cached === read) cached = undefined
    })
    return read.prunedBefore
  }

  /**
   * Deletes all items of those users who have a deletion marker or are in `newlyDeleted`. Returns
   * the ids of these users, who all have a marker afterwards. A user with a marker may still have
   * items: a deletion may have been interrupted, or another process may have added events during it.
   */
  async function deleteItemsOfDeletedUsers(userIds: ReadonlySet<string>, newlyDeleted = new Set<string>()) {
    const markers = await readDeletedUserMarkers(deps, userIds)
    const deletedIds = [...userIds].filter((id) => markers.has(id) || newlyDeleted.has(id))
    await deleteUsers(deps, deletedIds, markers)
    return new Set(deletedIds)
  }

  async function withoutStored(items: readonly EventItem[]) {
    const keys = items.map(({ pk, sk }) => ({ table, key: { pk, sk } }))
    const stored = (await readItems(client, keys)).get(table) ?? []
    const storedKeys = new Set(stored.map(keyText))
    return items.filter((item) => !storedKeys.has(keyText(item)))
  }

  /**
   * The last item and the increment are written in one transaction. If the process dies before the
   * transaction, the events are delivered again. Then `add` skips the items that are stored, and
   * writes the last item with the increment.
   */
  async function writeAndIncrementVersion(items: readonly EventItem[]) {
    const last = items.at(-1)
    if (!last) return
    await writeItems(
      client,
      table,
      items.slice(0, -1).map((item) => ({ put: item })),
    )
    await transact(client, [
      { name: 'last item', write: { Put: { TableName: table, Item: last } } },
      dataVersionIncrement(table, last.pk),
    ])
  }

  function queryInput(userId: string, sortKeyPrefix: string) {
    return {
      TableName: table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': shopperKey(userId), ':prefix': sortKeyPrefix },
    }
  }

  return {
    async add(events) {
      const newlyDeleted = userIdsOf(events.filter(({ kind }) => kind === 'accountDeleted'))
      const deletedUserIds = await deleteItemsOfDeletedUsers(userIdsOf(events), newlyDeleted)

      const eventsToStore = events.filter(({ userId }) => !deletedUserIds.has(userId))
      const items = eventsToStore
        .map((event) => toItem(event, viewRetentionMs))
        .filter((item) => item !== null)
      const newItems = await withoutStored(withoutDuplicates(items))
      await writeAndIncrementVersion(newItems)

      // Another process may have deleted a user meanwhile. Then the items just written go too.
      await deleteItemsOfDeletedUsers(new Set(newItems.map(userIdOf)))
    },
    async findShopper(userId, historyMax = HISTORY_MAX) {
      const newestFirst = { ScanIndexForward: false }
      // A caller who wants the whole history passes Number.MAX_SAFE_INTEGER as `historyMax`, so
      // `historyMax` cannot be the page size.
      const pageSize = { Limit: HISTORY_MAX }
      const [cartEvents, latestViewsAndPurchases, prunedBefore] = await Promise.all([
        queryItems(client, queryInput(userId, CART_PREFIX)),
        queryItems(
          client,
          { ...queryInput(userId, VIEW_OR_PURCHASE_PREFIX), ...newestFirst, ...pageSize },
          { maxItems: historyMax },
        ),
        cachedPrunedBefore(),
      ])
      return {
        history: toInteractions(userId, [...cartEvents, ...latestViewsAndPurchases], prunedBefore)
          .toSorted(byTime)
          .slice(-historyMax),
        cart: cartOf(cartEvents),
      }
    },
    dataVersion: () => readDataVersion(deps),
    async pruneViews(before) {
      await storePrunedBefore(deps, before)
      cached = undefined
    },
  }
}

function userIdsOf(events: readonly ShopEvent[]) {
  return new Set(events.map(({ userId }) => userId))
}

/** The first item for each key: a DynamoDB request must not contain a key twice. */
function withoutDuplicates(items: readonly EventItem[]) {
  const firstByKey = new Map<string, EventItem>()
  for (const item of items) {
    const key = keyText(item)
    if (!firstByKey.has(key)) firstByKey.set(key, item)
  }
  return [...firstByKey.values()]
}

function keyText({ pk, sk }: Item) {
  return JSON.stringify([pk, sk])
}
