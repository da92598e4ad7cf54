import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { type Item, queryItems, readItems } from '@nashta/dynamodb/read-items'
import { transact } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import type { EventStore } from '../../events/event-store.ts'
import { moveViewsFrom, raiseDataVersion, readDataVersion, readViewsFrom } from './data-version.ts'
import { forget, readDeletedUsers } from './deleted-users.ts'
import { DONE, type EventItem, IN_CART, itemsOf, shopperIn, shopperKey } from './event-items.ts'
import { byTime, cartOf, interactionsOf } from './interactions.ts'
import type { RecommendationsTable } from './tables.ts'

const HISTORY_MAX = 500

export type DynamoEventStoreDeps = RecommendationsTable & {
  /** So long after a view DynamoDB may delete it by itself. */
  viewRetentionMs: number
}

/** An event is known by its items. Any number of processes may take the same events at once, in any order. */
export function createDynamoEventStore({ client, table, viewRetentionMs }: DynamoEventStoreDeps): EventStore {
  const here = { client, table }

  async function unknown(items: readonly EventItem[]) {
    const keys = items.map(({ pk, sk }) => ({ table, key: { pk, sk } }))
    const known = (await readItems(client, keys)).get(table) ?? []
    const names = new Set(known.map(nameOf))
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
    async take(events) {
      const before = await readDeletedUsers(here, shoppersIn(events))
      const gone = shoppersIn(events.filter(({ kind, userId }) => kind === 'forget' || before.has(userId)))
      await forget(here, [...gone], before)

      const items = once(
        events.flatMap((event) => (gone.has(event.userId) ? [] : itemsOf(event, viewRetentionMs))),
      )
      const news = await unknown(items)
      await write(news)

      const after = await readDeletedUsers(here, new Set(news.map((item) => shopperIn(item) ?? '')))
      await forget(here, [...after.keys()], after)
    },
    async find(userId) {
      const [lines, latest, viewsFrom] = await Promise.all([
        queryItems(client, query(userId, IN_CART)),
        queryItems(
          client,
          { ...query(userId, DONE), ScanIndexForward: false, Limit: HISTORY_MAX },
          { most: HISTORY_MAX },
        ),
        readViewsFrom(here),
      ])
      return {
        history: interactionsOf(userId, [...lines, ...latest], viewsFrom)
          .toSorted(byTime)
          .slice(-HISTORY_MAX),
        cart: cartOf(lines),
      }
    },
    revision: () => readDataVersion(here),
    pruneViews: (before) => moveViewsFrom(here, before),
  }
}

function shoppersIn(events: readonly ShopEvent[]) {
  return new Set(events.map(({ userId }) => userId))
}

/** DynamoDB takes an item once in a request; the first word about it counts. */
function once(items: readonly EventItem[]) {
  const byName = new Map(items.toReversed().map((item) => [nameOf(item), item]))
  return [...byName.values()].toReversed()
}

function nameOf({ pk, sk }: Item) {
  return JSON.stringify([pk, sk])
}
