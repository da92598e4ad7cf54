import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SHOP_EVENTS_MAX } from '@nashta/contracts/constants'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { expect, it, onTestFinished } from 'vitest'
import { createHttpDelivery, eventEntry, eventsTopic, mergeCartEvents, userOfEntry } from './events.ts'
import { aView } from './outbox.fixture.ts'
import type { ReadableEntry } from './outbox.ts'

const cartEvent = (version: number, lines: Record<string, number>, userId = 'asha'): ShopEvent => ({
  id: `cart:${userId}:${version}`,
  kind: 'cart',
  userId,
  version,
  lines: Object.entries(lines).map(([productId, quantity]) => ({ productId, quantity })),
  at: '2026-01-01T00:00:00.000Z',
})

it('many changes of a cart become one event with the latest quantity of every changed line', () => {
  const events = [
    cartEvent(1, { laddoo: 1 }),
    cartEvent(2, { laddoo: 2, barfi: 1 }),
    cartEvent(3, { laddoo: 3 }),
  ]
  expect(mergeCartEvents(events)).toEqual([cartEvent(3, { laddoo: 3, barfi: 1 })])
  expect(mergeCartEvents(events.toReversed())).toEqual([cartEvent(3, { laddoo: 3, barfi: 1 })])
})

it('other events and events of other carts are not merged, and keep their order', () => {
  const [ofAsha, ofRavi] = [cartEvent(1, { laddoo: 1 }), cartEvent(1, { laddoo: 2 }, 'ravi')]
  const events = [aView(1), ofAsha, ofRavi, aView(2)]
  expect(mergeCartEvents(events)).toEqual(events)
})

/** Starts a recommendation service that responds with this status. */
async function startService(status: number) {
  const requests: { authorization: string | undefined; body: unknown }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(parts).toString())
      requests.push({ authorization: request.headers.authorization, body })
      response.writeHead(status).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    requests,
    deliver: createHttpDelivery({ RECOMMENDATIONS_URL: url, RECOMMENDATIONS_KEY: 'secret' }),
  }
}

it('events are posted to the recommendation service with its key', async () => {
  const { requests, deliver } = await startService(200)
  await deliver?.([aView(1)])

  expect(requests).toEqual([{ authorization: 'Bearer secret', body: { events: [aView(1)] } }])
})

it('a delivery fails unless the recommendation service responds with success', async () => {
  const { deliver } = await startService(401)
  await expect(deliver?.([aView(1)])).rejects.toThrow('responded 401')
})

it('there is no HTTP delivery without a URL', () => {
  expect(createHttpDelivery({ RECOMMENDATIONS_KEY: '' })).toBeNull()
})

function claimedEntry(first: ShopEvent, ...others: ShopEvent[]): ReadableEntry {
  return { ...eventEntry(first, ...others), id: first.id, addedAt: new Date(0), failures: 0 }
}

it('the user of an entry is the user of its events', () => {
  expect(userOfEntry(eventEntry(aView(1)).payload)).toBe('asha')
})

it('the events of several entries are merged and delivered in one call', async () => {
  const deliveries: (readonly ShopEvent[])[] = []
  const topic = eventsTopic(async (events) => void deliveries.push(events))
  await topic.deliver([
    claimedEntry(cartEvent(1, { laddoo: 1 }), aView(1)),
    claimedEntry(cartEvent(2, { barfi: 1 })),
    claimedEntry(aView(2)),
  ])
  expect(deliveries).toEqual([[aView(1), cartEvent(2, { laddoo: 1, barfi: 1 }), aView(2)]])
})

it('a delivery has no more events than the recommendation service accepts', async () => {
  const sizes: number[] = []
  const topic = eventsTopic(async (events) => void sizes.push(events.length))
  const others = Array.from({ length: SHOP_EVENTS_MAX }, (_, number) => aView(number + 1))
  await topic.deliver([claimedEntry(aView(0), ...others)])
  expect(sizes).toEqual([SHOP_EVENTS_MAX, 1])
})
