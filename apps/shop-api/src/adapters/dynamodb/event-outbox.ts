import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { takeLease, type LeaseOptions, releaseLease } from '@nashta/dynamodb/lease'
import { type Item, queryItems } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import type { EventOutbox } from '@nashta/events/event-outbox'
import type { ShopTables } from './tables.ts'

const EVENTS = 'events'

/** Longer than telling takes; whoever dies over it leaves the rest to another after this long. */
const LEASE_MS = 30_000

export type DynamoEventOutbox = EventOutbox & {
  /** To be written in the transaction of what it is about: kept or lost together. */
  add(event: ShopEvent): TransactItem
}

export type DynamoEventOutboxDeps = ShopTables & { holder: string; now: () => Date }

/** One process at a time tells what waits, so that it is told in order. */
export function createDynamoEventOutbox(deps: DynamoEventOutboxDeps): DynamoEventOutbox {
  const { client, tables, holder, now } = deps
  const table = tables.purchases
  const lease: LeaseOptions = { table, key: { pk: 'lease', sk: EVENTS }, holder, now, lastsMs: LEASE_MS }
  const listeners = new Set<() => void>()
  let added = 0

  return {
    add(event) {
      for (const listener of listeners) listener()
      added += 1
      const Item = eventItem(JSON.stringify(event), now().toISOString(), added, holder)
      return { name: 'event', write: { Put: { TableName: table, Item } } }
    },
    async waiting(limit) {
      if (!(await takeLease(client, lease))) return { events: [], done: async () => {} }
      const rows = await queryItems(
        client,
        {
          TableName: table,
          KeyConditionExpression: 'pk = :events',
          ExpressionAttributeValues: { ':events': EVENTS },
          ConsistentRead: true,
          Limit: limit,
        },
        { most: limit },
      )
      if (rows.length === 0) await releaseLease(client, lease)
      return {
        // Written by `add` and by nobody else.
        events: rows.map(({ event }) => JSON.parse(String(event)) as ShopEvent),
        async done() {
          await writeItems(
            client,
            table,
            rows.map(({ pk, sk }) => ({ delete: { pk: String(pk), sk: String(sk) } })),
          )
          await releaseLease(client, lease)
        },
      }
    },
    onAdded(listener) {
      listeners.add(listener)
    },
  }
}

/** What one process adds at the same moment keeps its order. */
export function eventItem(event: string, at: string, order: number, holder: string): Item {
  return { pk: EVENTS, sk: `${at}#${String(order).padStart(9, '0')}#${holder}`, event }
}
