import { SHOP_EVENTS_MAX } from '@nashta/contracts/constants'
import { type ShopEvent, storeEvents } from '@nashta/contracts/recommendations/shop-event'
import type { OutboxEntry } from './outbox.ts'
import type { Topic } from './relay.ts'

const MINUTE_MS = 60_000
const RESPONSE_TIMEOUT_MS = 10_000

/** More than one request may have, because the events of a cart that changes often become one. */
const ENTRIES_PER_DELIVERY = 2 * SHOP_EVENTS_MAX

/** Delivers events to the recommendation service. Resolves once the service has stored them. */
export type DeliverEvents = (events: readonly ShopEvent[]) => Promise<void>

/** All events of a change are in one entry, because each entry costs a write. */
export function eventEntry(first: ShopEvent, ...others: ShopEvent[]): OutboxEntry {
  return {
    topic: 'events',
    kind: first.kind,
    key: first.id,
    group: first.userId,
    payload: JSON.stringify([first, ...others]),
  }
}

/** The user whose events are in the payload of an entry. */
export function userOfEntry(payload: string): string {
  return parseEvents(payload)[0]?.userId ?? ''
}

function parseEvents(payload: string) {
  // The cast is safe, because `eventEntry` made the payload.
  return JSON.parse(payload) as ShopEvent[]
}

export function eventsTopic(deliverEvents: DeliverEvents): Topic {
  return {
    name: 'events',
    batchSize: ENTRIES_PER_DELIVERY,
    concurrency: 1,
    gatherMs: 500,
    timeoutMs: 15_000,
    retry: { firstDelayMs: 1000, longestDelayMs: MINUTE_MS },
    onFailure: 'pause topic',
    giveUpAfterMs: Number.POSITIVE_INFINITY,
    // The shop counts as ready even while the recommendation service is down.
    overdueMs: null,
    // An entry may hold several events, so a batch may hold more events than one request may have.
    async deliver(entries) {
      const events = mergeCartEvents(entries.flatMap(({ payload }) => parseEvents(payload)))
      for (let start = 0; start < events.length; start += SHOP_EVENTS_MAX) {
        await deliverEvents(events.slice(start, start + SHOP_EVENTS_MAX))
      }
    },
  }
}

/**
 * Merges the events of each cart into one. The merged event has the newest version and the latest
 * quantity of every changed line.
 */
export function mergeCartEvents(events: readonly ShopEvent[]): ShopEvent[] {
  const merged = new Map<string, ShopEvent>()
  for (const event of events) {
    const key = event.kind === 'cart' ? `cart:${event.userId}` : event.id
    const earlier = merged.get(key)
    // Deleting the key first puts the merged event at the position of the later event.
    merged.delete(key)
    const isSameCart = event.kind === 'cart' && earlier?.kind === 'cart'
    merged.set(key, isSameCart ? mergeTwo(earlier, event) : event)
  }
  return [...merged.values()]
}

type CartEvent = Extract<ShopEvent, { kind: 'cart' }>

function mergeTwo(a: CartEvent, b: CartEvent): CartEvent {
  const [older, newer] = a.version > b.version ? [b, a] : [a, b]
  // For each product, the line of the newer event replaces that of the older one.
  const lines = new Map([...older.lines, ...newer.lines].map((line) => [line.productId, line]))
  return { ...newer, lines: [...lines.values()] }
}

type RecommendationsSettings = { RECOMMENDATIONS_URL?: string | undefined; RECOMMENDATIONS_KEY: string }

/** Returns a function that delivers over HTTP, or null when RECOMMENDATIONS_URL is not set. */
export function createHttpDelivery(settings: RecommendationsSettings): DeliverEvents | null {
  const { RECOMMENDATIONS_URL: url, RECOMMENDATIONS_KEY: key } = settings
  if (!url) return null
  return async (events) => {
    const response = await fetch(new URL(storeEvents.path, url), {
      method: storeEvents.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ events }),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    })
    // The connection is free for the next request only after the whole body was read.
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`The recommendation service responded ${response.status} to events`)
  }
}
