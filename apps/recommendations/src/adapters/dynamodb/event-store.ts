import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { type Item, queryItems, readItems } from '@nashta/dynamodb/read-items'
import { transact } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import type { EventStore } from '../../events/event-store.ts'
import { moveOldestView, raiseDataVersion, readDataVersion, readOldestView } from './data-version.ts'
import { deleteUsers, readDeletedUsers } from './deleted-users.ts'
import { ACTION, CART_LINE, type EventItem, itemsOf, shopperIn, shopperKey } from './event-items.ts'
import { byTime, cartOf, interactionsOf } from './interactions.ts'
import type { RecommendationsTable } from './tables.ts'

const HISTORY_MAX = 500

export type DynamoEventStoreDeps = RecommendationsTable & {
  /** The age at which DynamoDB may delete a view. */
  viewRetentionMs: number
}

/** An event is identified by its items. Any number of processes may add the same events at once, in any order. */
export function createDynamoEventStore({ client, table, viewRetentionMs }: DynamoEventStoreDeps): EventStore {
  const here = { client, table }

  async function withoutStored(items: readonly EventItem[]) {
    const keys = items.map(({ pk, sk }) => ({ table, key: { pk, sk } }))
    const stored = (await readItems(client, keys)).get(table) ?? []
    const names = new Set(stored.map(nameOf))
    return items.filter((item) => !names.has(nameOf(item)))
  }

  async function write(items: readonly EventItem[]) {
    const last = items.at(-1)
    if (!last) return
    await writeItems(
      client,
      table,
      items.slice(0, -1).map((item) => ({ put: item })),
    )
    await transact(client, [
      { name: 'last', write: { Put: { TableName: table, Item: last } } },
      raiseDataVersion(table),
    ])
  }

  function query(userId: string, prefix: string) {
    return {
      TableName: table,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': shopperKey(userId), ':prefix': prefix },
      ConsistentRead: true,
    }
  }

  return {
    async add(events) {
      const before = await readDeletedUsers(here, shoppersIn(events))
      const gone = shoppersIn(events.filter(({ kind, userId }) => kind === 'forget' || before.has(userId)))
      await deleteUsers(here, [...gone], before)

      const items = withoutDuplicates(
        events.flatMap((event) => (gone.has(event.userId) ? [] : itemsOf(event, viewRetentionMs))),
      )
      const newItems = await withoutStored(items)
      await write(newItems)

      const after = await readDeletedUsers(here, new Set(newItems.map((item) => shopperIn(item) ?? '')))
      await deleteUsers(here, [...after.keys()], after)
    },
    async find(userId) {
      const [lines, latest, oldestView] = await Promise.all([
        queryItems(client, query(userId, CART_LINE)),
        queryItems(
          client,
          { ...query(userId, ACTION), ScanIndexForward: false, Limit: HISTORY_MAX },
          { maxItems: HISTORY_MAX },
        ),
        readOldestView(here),
      ])
      return {
        history: interactionsOf(userId, [...lines, ...latest], oldestView)
          .toSorted(byTime)
          .slice(-HISTORY_MAX),
        cart: cartOf(lines),
      }
    },
    dataVersion: () => readDataVersion(here),
    pruneViews: (before) => moveOldestView(here, before),
  }
}

function shoppersIn(events: readonly ShopEvent[]) {
  return new Set(events.map(({ userId }) => userId))
}

/** DynamoDB allows an item once per request; the first one is used. */
function withoutDuplicates(items: readonly EventItem[]) {
  const byName = new Map(items.toReversed().map((item) => [nameOf(item), item]))
  return [...byName.values()].toReversed()
}

function nameOf({ pk, sk }: Item) {
  return JSON.stringify([pk, sk])
}
