import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { scanItems } from '@nashta/dynamodb/read-items'
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { eventStoreSuite } from '../../events/event-store.suite.ts'
import { type EventStore, INITIAL_DATA_VERSION } from '../../events/event-store.ts'
import { createRandom } from '../../model/numerics/random.ts'
import { createSqliteEventStore } from '../sqlite/event-store.ts'
import { openRecommendationsDatabase } from '../sqlite/open-recommendations-database.ts'
import { createDynamoEventStore } from './event-store.ts'
import { connectWatched, makeRecommendationsTable } from './recommendations-table.fixture.ts'
import type { RecommendationsTable } from './tables.ts'

const AT = Date.parse('2026-03-01T10:00:00.000Z')
const VIEW_RETENTION_MS = 180 * 24 * 60 * 60_000
const SHOPPERS = ['asha', 'ravi', 'meera', 'kabir', 'zoya']
const SNACKS = ['donut', 'chips', 'laddoo', 'barfi']

let client: Dynamo
let recommendationsTable: RecommendationsTable

const openStore = (dynamo = client) =>
  createDynamoEventStore({
    ...recommendationsTable,
    client: dynamo,
    viewRetentionMs: VIEW_RETENTION_MS,
    now: () => new Date(AT),
  })
const at = (seconds: number) => new Date(AT + seconds * 1000).toISOString()
const view = (userId: string, productId = 'donut', seconds = 0): ShopEvent => ({
  id: `view:${userId}:${productId}:${seconds}`,
  kind: 'view',
  userId,
  productId,
  at: at(seconds),
})
const purchase = (userId: string, seconds = 0): ShopEvent => ({
  id: `purchase:${userId}:${seconds}`,
  kind: 'purchase',
  userId,
  lines: SNACKS.map((productId) => ({ productId, quantity: 2 })),
  at: at(seconds),
})
const cart = (userId: string, version: number, lines: [string, number][]): ShopEvent => ({
  id: `cart:${userId}:${version}`,
  kind: 'cart',
  userId,
  version,
  lines: lines.map(([productId, quantity]) => ({ productId, quantity })),
  at: at(version),
})
const accountDeleted = (userId: string): ShopEvent => ({
  id: `account-deleted:${userId}`,
  kind: 'accountDeleted',
  userId,
  at: at(0),
})
const emptyShopper = { history: [], cart: new Set() }

/** Random events, one per second. The version of a cart event is its second. */
function randomEvents(count: number): ShopEvent[] {
  const random = createRandom(1)
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
  return Array.from({ length: count }, (_, seconds) => {
    const userId = pick(SHOPPERS)
    const choice = random()
    if (choice < 0.3) return view(userId, pick(SNACKS), seconds)
    if (choice < 0.4) return purchase(userId, seconds)
    return cart(userId, seconds, [[pick(SNACKS), Math.floor(random() * 5)]])
  })
}

function shuffled(events: readonly ShopEvent[], seed: number) {
  const random = createRandom(seed)
  return events
    .map((event) => ({ event, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ event }) => event)
}

function inBatches(events: readonly ShopEvent[], size: number) {
  return Array.from({ length: Math.ceil(events.length / size) }, (_, index) =>
    events.slice(index * size, (index + 1) * size),
  )
}

async function findAll(store: EventStore) {
  return Promise.all(SHOPPERS.map((userId) => store.findShopper(userId)))
}

function openSqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'nashta-events-'))
  const database = openRecommendationsDatabase(folder, () => new Date(AT))
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  return createSqliteEventStore(database)
}

describeOnDynamoDbLocal('DynamoDB event store', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  }, 150_000)
  beforeEach(async () => {
    recommendationsTable = await makeRecommendationsTable(client)
  })

  eventStoreSuite('DynamoDB', async () => openStore())

  it('two processes that add the same events in different orders store what SQLite stores', async () => {
    const events = randomEvents(200)
    const sqlite = openSqlite()
    await sqlite.add(events)
    const addShuffled = async (store: EventStore, seed: number, batchSize: number) => {
      for (const batch of inBatches(shuffled(events, seed), batchSize)) await store.add(batch)
    }
    await Promise.all([addShuffled(openStore(), 2, 13), addShuffled(openStore(), 3, 40)])

    expect(await findAll(openStore())).toEqual(await findAll(sqlite))
  })

  it('an older version of a cart line changes nothing', async () => {
    const older = Array.from({ length: 20 }, (_, version) => cart('asha', version, [['donut', 0]]))
    const [writer, reader] = [openStore(), openStore()]
    await writer.add([cart('asha', 20, [['donut', 1]])])
    // The reads below run while the older versions are written.
    const addingOlder = Promise.all(older.map((event) => writer.add([event])))
    for (let reads = 0; reads < 10; reads += 1) {
      expect((await reader.findShopper('asha')).cart).toEqual(new Set(['donut']))
    }
    await addingOlder
    expect((await reader.findShopper('asha')).cart).toEqual(new Set(['donut']))
  })

  it('a product that occurs twice in one event is stored once, with its first quantity', async () => {
    const store = openStore()
    await store.add([
      cart('asha', 1, [
        ['donut', 2],
        ['donut', 3],
      ]),
    ])
    expect((await store.findShopper('asha')).history).toMatchObject([{ kind: 'cart', quantity: 2 }])
  })

  it('events with the longest ids that the contract allows are stored', async () => {
    const store = openStore()
    // Each letter has three bytes.
    const long = 'ळ'.repeat(128)
    await store.add([{ ...view(long, long), id: 'ळ'.repeat(300) }, cart(long, 1, [[long, 1]])])
    expect((await store.findShopper(long)).history).toHaveLength(2)
  })

  it('a user who is deleted before any request of an add has no data afterwards', async () => {
    const events = [
      ...SHOPPERS.flatMap((userId) => [view(userId), purchase(userId)]),
      cart('asha', 1, [['donut', 1]]),
    ]
    // Round n deletes asha before the nth request of the add. The last round is the first one in
    // which the add needs fewer than n requests.
    let isDeleted: boolean
    let requestNumber = 0
    do {
      requestNumber += 1
      isDeleted = false
      recommendationsTable = await makeRecommendationsTable(client)
      const watched = await connectWatched(async (request) => {
        if (request !== requestNumber) return
        isDeleted = true
        await openStore().add([accountDeleted('asha')])
      })
      await openStore(watched).add(events)

      // Each shopper has a view and the four products of a purchase. Asha also has a cart line.
      expect((await openStore().findShopper('asha')).history).toHaveLength(isDeleted ? 0 : 6)
      expect((await openStore().findShopper('asha')).cart.size).toBe(isDeleted ? 0 : 1)
      expect((await openStore().findShopper('ravi')).history).toHaveLength(5)
    } while (isDeleted)
    // The add needs at least four requests.
    expect(requestNumber).toBeGreaterThan(4)
  })

  it('events that are added before any request of a deletion are not stored', async () => {
    // Round n adds events before the nth request of the deletion. The last round is the first one
    // in which the deletion needs fewer than n requests.
    let isAdded: boolean
    let requestNumber = 0
    do {
      requestNumber += 1
      isAdded = false
      recommendationsTable = await makeRecommendationsTable(client)
      await openStore().add([view('asha')])
      const watched = await connectWatched(async (request) => {
        if (request !== requestNumber) return
        isAdded = true
        await openStore().add([purchase('asha'), cart('asha', 1, [['donut', 1]])])
      })
      await openStore(watched).add([accountDeleted('asha')])
      expect(await openStore().findShopper('asha')).toEqual(emptyShopper)
    } while (isAdded)
    // The deletion needs at least four requests.
    expect(requestNumber).toBeGreaterThan(4)
  })

  it('the next delivery repairs a crash while adding, and changes the data version', async () => {
    const events = SHOPPERS.flatMap((userId) => [view(userId), purchase(userId)])
    // Round n crashes at the nth request. The last round has fewer requests, and no crash.
    let isCompleted = false
    for (let requestNumber = 1; !isCompleted; requestNumber += 1) {
      recommendationsTable = await makeRecommendationsTable(client)
      isCompleted = await addAndCrashAt(requestNumber, events)
      const isComplete = (await findAll(openStore())).every(({ history }) => history.length === 5)
      // The data version changes only when all events are stored.
      expect(isComplete).toBe((await openStore().dataVersion()) !== INITIAL_DATA_VERSION)

      const versionBefore = await openStore().dataVersion()
      await openStore().add(events)
      expect((await findAll(openStore())).every(({ history }) => history.length === 5)).toBe(true)
      // The version changes once: with the second delivery only if the first one was incomplete.
      expect((await openStore().dataVersion()) === versionBefore).toBe(isComplete)
    }
  })

  it('the next delivery repairs a crash while deleting a user', async () => {
    // Round n crashes at the nth request. The last round has fewer requests, and no crash.
    let isCompleted = false
    for (let requestNumber = 1; !isCompleted; requestNumber += 1) {
      recommendationsTable = await makeRecommendationsTable(client)
      await openStore().add([purchase('asha'), purchase('ravi')])
      const versionBefore = await openStore().dataVersion()
      isCompleted = await addAndCrashAt(requestNumber, [accountDeleted('asha')])
      await openStore().add([accountDeleted('asha')])

      expect(await openStore().findShopper('asha')).toEqual(emptyShopper)
      expect((await openStore().findShopper('ravi')).history).toHaveLength(4)
      const versionAfter = await openStore().dataVersion()
      expect(versionAfter).not.toBe(versionBefore)
      await openStore().add([accountDeleted('asha'), view('asha')])
      expect(await openStore().dataVersion()).toBe(versionAfter)
    }
  })

  it('the next event of a deleted user deletes the items that a crash left behind', async () => {
    const events = [view('asha'), purchase('asha'), cart('asha', 1, [['donut', 1]])]
    // Round n deletes the user before the second request of the add, and crashes at the nth.
    let isCompleted = false
    for (let requestNumber = 2; !isCompleted; requestNumber += 1) {
      recommendationsTable = await makeRecommendationsTable(client)
      isCompleted = await addAndCrashAt(requestNumber, events, (request) =>
        request === 2 ? openStore().add([accountDeleted('asha')]) : undefined,
      )
      await openStore().add(events)
      expect(await openStore().findShopper('asha')).toEqual(emptyShopper)
    }
  })

  it('the marker of a deleted user does not contain the id of the user', async () => {
    await openStore().add([purchase('asha'), accountDeleted('asha')])
    await openStore().add([view('asha')])
    expect(JSON.stringify(await scanItems(client, recommendationsTable.table))).not.toContain('asha')
  })

  it('pruned views stay pruned, and views carry an expiry time for DynamoDB', async () => {
    const store = openStore()
    await store.add([view('asha', 'donut', 10), view('asha', 'chips', 30), purchase('asha')])
    await store.pruneViews(new Date(at(20)))
    // An earlier time must not bring pruned views back.
    await store.pruneViews(new Date(at(5)))
    expect((await store.findShopper('asha')).history.filter(({ kind }) => kind === 'view')).toMatchObject([
      { productId: 'chips' },
    ])

    const items = await scanItems(client, recommendationsTable.table)
    const expiring = items.filter(({ expiresAt }) => expiresAt !== undefined)
    expect(new Set(expiring.map(({ kind }) => kind))).toEqual(new Set(['view']))
    const expiryTimes = expiring.map(({ expiresAt }) => expiresAt)
    expect(expiryTimes).toEqual([10_000, 30_000].map((ms) => (AT + ms + VIEW_RETENTION_MS) / 1000))
  })

  it('the data version counts every delivery of several processes, and never goes back', async () => {
    const versions: number[] = []
    const state = { isDone: false }
    const readVersions = async () => {
      while (!state.isDone) versions.push(Number(await openStore().dataVersion()))
    }
    const reading = readVersions()
    const deliveries = Array.from({ length: 12 }, (_, number) => number)
    const processes = ['ravi', 'meera', 'kabir', 'zoya']
    await Promise.all(
      processes.map(async (userId) => {
        const store = openStore()
        // Every second event is of asha, whose counter all processes increment. Every other event
        // is of a shopper of this process alone.
        for (const number of deliveries)
          await store.add([view(number % 2 ? userId : 'asha', `snack-${userId}`, number)])
      }),
    )
    state.isDone = true
    await reading
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    expect(new Set(versions).size).toBeGreaterThan(2)
    expect(await openStore().dataVersion()).toBe(String(processes.length * deliveries.length))
    const items = await scanItems(client, recommendationsTable.table)
    // The version is the sum of several counters, so that no single item takes every write.
    const counters = items.filter(({ sk }) => sk === 'counter')
    expect(counters.length).toBeGreaterThan(2)
  })

  it('500 events of 500 shoppers need 36 requests, and 10 when they are repeated', async () => {
    const events = Array.from({ length: 500 }, (_, index) => view(`shopper-${index}`))
    let requests = 0
    const store = openStore(await connectWatched((request) => void (requests = request)))
    await store.add(events)
    // A request reads 100 items or writes 25. 5 requests read markers, 5 read stored events, 20 and
    // a transaction write the events, and 5 read the markers again.
    expect(requests).toBe(36)
    await store.add(events)
    expect(requests).toBe(36 + 10)
    await store.add([])
    expect(requests).toBe(36 + 10)
  })
})

/**
 * Adds events, and crashes at the request with this number. Returns true if the add needed fewer
 * requests and did not crash.
 */
async function addAndCrashAt(
  requestNumber: number,
  events: readonly ShopEvent[],
  beforeRequest: (request: number) => Promise<void> | undefined = () => undefined,
) {
  const watched = await connectWatched(async (request) => {
    await beforeRequest(request)
    if (request >= requestNumber) throw new Error('crash')
  })
  try {
    await openStore(watched).add(events)
    return true
  } catch (error) {
    if ((error as Error).message !== 'crash') throw error
    return false
  }
}
