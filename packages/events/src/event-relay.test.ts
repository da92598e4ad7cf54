import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startEventRelay } from './event-relay.ts'
import { createSqliteEventOutbox, EVENTS_SQL } from './sqlite-event-outbox.ts'

const quiet = { info() {}, warn: vi.fn<() => void>() } as never
const now = () => new Date('2026-03-01T00:00:00Z')
const event = (index: number): ShopEvent => ({
  id: `view:${index}`,
  kind: 'view',
  userId: 'asha',
  productId: `snack-${index}`,
  at: now().toISOString(),
})

function openOutbox(path = join(newFolder(), 'shop.sqlite')) {
  const database: Database = openDatabase({
    path,
    migrations: [{ id: 1, name: 'events', sql: EVENTS_SQL }],
    now,
  })
  return { path, database, outbox: createSqliteEventOutbox(database) }
}

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'nashta-relay-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Hears what it is told, and can be away. */
function createListener() {
  const heard: string[] = []
  const listener = {
    heard,
    isAway: false,
    tell: async (events: readonly ShopEvent[]) => {
      if (listener.isAway) throw new Error('nobody answers')
      heard.push(...events.map(({ id }) => id))
    },
  }
  return listener
}

it('tells every event in order, in calls of bounded size', async () => {
  const { database, outbox } = openOutbox()
  const sizes: number[] = []
  const listener = createListener()
  const relay = startEventRelay({
    outbox,
    logger: quiet,
    tell(events) {
      sizes.push(events.length)
      return listener.tell(events)
    },
  })
  await database.write(() => {
    for (let index = 0; index < 1200; index++) outbox.add(event(index))
  })
  await relay.flush()

  expect(listener.heard).toEqual(Array.from({ length: 1200 }, (_, index) => `view:${index}`))
  expect(Math.max(...sizes)).toBe(500)
  expect((await outbox.waiting(1)).events).toEqual([])
  await relay.close()
  await database.close()
})

it('loses nothing while nobody listens, over a restart, and goes on by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { path, database, outbox } = openOutbox()
  const listener = createListener()
  listener.isAway = true
  const relay = startEventRelay({ outbox, logger: quiet, tell: listener.tell })
  await database.write(() => outbox.add(event(1)))
  await relay.flush()
  expect(listener.heard).toEqual([])
  await relay.close()
  await database.close()

  const again = openOutbox(path)
  const second = startEventRelay({ outbox: again.outbox, logger: quiet, tell: listener.tell })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(listener.heard).toEqual([])
  listener.isAway = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(listener.heard).toEqual(['view:1'])
  await second.close()
  await again.database.close()
})

it('comes back soon after nobody listened, whatever is added meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { database, outbox } = openOutbox()
  const heard: string[] = []
  let tries = 0
  const relay = startEventRelay({
    outbox,
    logger: quiet,
    async tell(events) {
      tries += 1
      await database.write(() => outbox.add(event(tries)))
      if (tries < 3) throw new Error('nobody answers')
      heard.push(...events.map(({ id }) => id))
    },
  })
  await database.write(() => outbox.add(event(0)))
  await relay.flush()
  await vi.advanceTimersByTimeAsync(1000)
  await vi.waitFor(() => expect(tries).toBe(2))
  await vi.advanceTimersByTimeAsync(2000)
  await vi.waitFor(() => expect(heard).toEqual(['view:0', 'view:1', 'view:2']))
  await relay.close()
  await database.close()
})

it('tells again what may not have arrived', async () => {
  const { database, outbox } = openOutbox()
  const listener = createListener()
  let isLost = true
  const relay = startEventRelay({
    outbox,
    logger: quiet,
    async tell(events) {
      await listener.tell(events)
      if (isLost) throw new Error('the answer was lost')
    },
  })
  await database.write(() => outbox.add(event(1)))
  await relay.flush()
  isLost = false
  await relay.flush()
  expect(listener.heard).toEqual(['view:1', 'view:1'])
  await relay.close()
  await database.close()
})

it('an event is lost together with what it is about', async () => {
  const { database, outbox } = openOutbox()
  const failing = database.write(() => {
    outbox.add(event(1))
    throw new Error('the change was refused')
  })
  await expect(failing).rejects.toThrow('the change was refused')
  expect((await outbox.waiting(10)).events).toEqual([])
  expect(() => outbox.add(event(2))).toThrow('inside the write')
  await database.close()
})

it('what changes while it is told is told again, as it is in the end', async () => {
  const { database } = openOutbox()
  const cart = { version: 0 }
  const outbox = createSqliteEventOutbox(database, (userId, touched) => ({
    id: `cart:${userId}:${cart.version}`,
    kind: 'cart',
    userId,
    version: cart.version,
    lines: touched.map((productId) => ({ productId, quantity: cart.version })),
    at: now().toISOString(),
  }))
  const change = (...touched: string[]) =>
    database.write(() => outbox.mark('asha', (cart.version += 1), touched))
  await change('laddoo')
  await change('laddoo', 'barfi')
  await change('laddoo')
  const told: ShopEvent[] = []
  let meanwhile: (() => Promise<void>) | null = () => change('laddoo')
  const relay = startEventRelay({
    outbox,
    logger: quiet,
    async tell(events) {
      told.push(...events)
      await meanwhile?.()
      meanwhile = null
    },
  })
  await relay.flush()
  await relay.flush()
  await relay.flush()

  expect(told.map((event) => 'lines' in event && event.lines)).toEqual([
    [
      { productId: 'laddoo', quantity: 3 },
      { productId: 'barfi', quantity: 3 },
    ],
    [
      { productId: 'laddoo', quantity: 4 },
      { productId: 'barfi', quantity: 4 },
    ],
  ])
  await relay.close()
  await database.close()
})
