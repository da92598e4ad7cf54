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

const open = (dynamo = client) =>
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

/** Random events, one per second; the second is also the cart version. */
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

  eventStoreSuite('DynamoDB', async () => open())

  it('two processes that add the same events in different orders store what SQLite stores', async () => {
    const events = randomEvents(200)
    const sqlite = openSqlite()
    await sqlite.add(events)
    const addShuffled = async (store: EventStore, seed: number, batchSize: number) => {
      for (const batch of inBatches(shuffled(events, seed), batchSize)) await store.add(batch)
    }
    await Promise.all([addShuffled(open(), 2, 13), addShuffled(open(), 3, 40)])

    expect(await findAll(open())).toEqual(await findAll(sqlite))
  })

  it('an older version of a cart line changes nothing', async () => {
    const older = Array.from({ length: 20 }, (_, version) => cart('asha', version, [['donut', 0]]))
    const [writer, reader] = [open(), open()]
    await writer.add([cart('asha', 20, [['donut', 1]])])
    const olderAdded = Promise.all(older.map((event) => writer.add([event])))
    for (let reads = 0; reads < 10; reads += 1) {
      expect((await reader.findShopper('asha')).cart).toEqual(new Set(['donut']))
    }
    await olderAdded
    expect((await reader.findShopper('asha')).cart).toEqual(new Set(['donut']))
  })

  it('a product that occurs twice in one event is stored once, with its first quantity', async () => {
    const store = open()
    await store.add([
      cart('asha', 1, [
        ['donut', 2],
        ['donut', 3],
      ]),
    ])
    expect((await store.findShopper('asha')).history).toMatchObject([{ kind: 'cart', quantity: 2 }])
  })

  it('events with the longest ids that the contract allows are stored', async () => {
    const store = open()
    // Each letter has three bytes.
    const long = 'ळ'.repeat(128)
    await store.add([{ ...view(long, long), id: 'ळ'.repeat(300) }, cart(long, 1, [[long, 1]])])
    expect((await store.findShopper(long)).history).toHaveLength(2)
  })

  it('a user who is deleted during any request of an add has no data afterwards', async () => {
    const events = [
      ...SHOPPERS.flatMap((userId) => [view(userId), purchase(userId)]),
      cart('asha', 1, [['donut', 1]]),
    ]
    let isDeleted: boolean
    let requestNumber = 0
    do {
      requestNumber += 1
      isDeleted = false
      recommendationsTable = await makeRecommendationsTable(client)
      const watched = await connectWatched(async (request) => {
        if (request !== requestNumber) return
        isDeleted = true
        await open().add([accountDeleted('asha')])
      })
      await open(watched).add(events)

      // A view and the four products of a purchase; asha also has a product in the cart.
      expect((await open().findShopper('asha')).history).toHaveLength(isDeleted ? 0 : 6)
      expect((await open().findShopper('asha')).cart.size).toBe(isDeleted ? 0 : 1)
      expect((await open().findShopper('ravi')).history).toHaveLength(5)
      // The add of the last round had fewer requests than `requestNumber`.
    } while (isDeleted)
    // The user was deleted during each of at least four requests.
    expect(requestNumber).toBeGreaterThan(4)
  })

  it('events that are added during any request of a deletion are not stored', async () => {
    let isAdded: boolean
    let requestNumber = 0
    do {
      requestNumber += 1
      isAdded = false
      recommendationsTable = await makeRecommendationsTable(client)
      await open().add([view('asha')])
      const watched = await connectWatched(async (request) => {
        if (request !== requestNumber) return
        isAdded = true
        await open().add([purchase('asha'), cart('asha', 1, [['donut', 1]])])
      })
      await open(watched).add([accountDeleted('asha')])
      expect(await open().findShopper('asha')).toEqual(emptyShopper)
      // The deletion of the last round had fewer requests than `requestNumber`.
    } while (isAdded)
    // Events were added during each of at least four requests.
    expect(requestNumber).toBeGreaterThan(4)
  })

  it('a crash while adding is repaired by the next delivery, and the data version still changes', async () => {
    const events = SHOPPERS.flatMap((userId) => [view(userId), purchase(userId)])
    let isDone = false
    for (let requestNumber = 1; !isDone; requestNumber += 1) {
      recommendationsTable = await makeRecommendationsTable(client)
      isDone = await addAndCrashAt(requestNumber, events)
      const isComplete = (await findAll(open())).every(({ history }) => history.length === 5)
      // The data version changes only when all events are stored.
      expect(isComplete).toBe((await open().dataVersion()) !== INITIAL_DATA_VERSION)

      const versionBefore = await open().dataVersion()
      await open().add(events)
      expect((await findAll(open())).every(({ history }) => history.length === 5)).toBe(true)
      // Events that were complete before the second delivery do not change the version again.
      expect((await open().dataVersion()) === versionBefore).toBe(isComplete)
    }
  })

  it('a crash while deleting a user is repaired by the next delivery', async () => {
    let isDone = false
    for (let requestNumber = 1; !isDone; requestNumber += 1) {
      recommendationsTable = await makeRecommendationsTable(client)
      await open().add([purchase('asha'), purchase('ravi')])
      const versionBefore = await open().dataVersion()
      isDone = await addAndCrashAt(requestNumber, [accountDeleted('asha')])
      await open().add([accountDeleted('asha')])

      expect(await open().findShopper('asha')).toEqual(emptyShopper)
      expect((await open().findShopper('ravi')).history).toHaveLength(4)
      const versionAfter = await open().dataVersion()
      expect(versionAfter).not.toBe(versionBefore)
      await open().add([accountDeleted('asha'), view('asha')])
      expect(await open().dataVersion()).toBe(versionAfter)
    }
  })

  it('items that a crash left of a deleted user are deleted with the next event of that user', async () => {
    const events = [view('asha'), purchase('asha'), cart('asha', 1, [['donut', 1]])]
    let isDone = false
    // The user is deleted before the second request of the add, so the first crash is there.
    for (let requestNumber = 2; !isDone; requestNumber += 1) {
      recommendationsTable = await makeRecommendationsTable(client)
      isDone = await addAndCrashAt(requestNumber, events, (request) =>
        request === 2 ? open().add([accountDeleted('asha')]) : undefined,
      )
      await open().add(events)
      expect(await open().findShopper('asha')).toEqual(emptyShopper)
    }
  })

  it('the marker of a deleted user does not contain the id', async () => {
    await open().add([purchase('asha'), accountDeleted('asha')])
    await open().add([view('asha')])
    expect(JSON.stringify(await scanItems(client, recommendationsTable.table))).not.toContain('asha')
  })

  it('pruned views stay pruned, and views carry an expiry time for DynamoDB', async () => {
    const store = open()
    await store.add([view('asha', 'donut', 10), view('asha', 'chips', 30), purchase('asha')])
    await store.pruneViews(new Date(at(20)))
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
      while (!state.isDone) versions.push(Number(await open().dataVersion()))
    }
    const reading = readVersions()
    const deliveries = Array.from({ length: 12 }, (_, number) => number)
    const processes = ['ravi', 'meera', 'kabir', 'zoya']
    await Promise.all(
      processes.map(async (userId) => {
        const store = open()
        // Half of the events are of asha, whose counter all processes increment. The others are of a different shopper
        // in each process.
        for (const number of deliveries)
          await store.add([view(number % 2 ? userId : 'asha', `snack-${userId}`, number)])
      }),
    )
    state.isDone = true
    await reading
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    expect(new Set(versions).size).toBeGreaterThan(2)
    expect(await open().dataVersion()).toBe(String(processes.length * deliveries.length))
    const items = await scanItems(client, recommendationsTable.table)
    // The version is the sum of several counters, so that no single item has to take every write.
    const counters = items.filter(({ sk }) => sk === 'counter')
    expect(counters.length).toBeGreaterThan(2)
  })

  it('500 events of 500 shoppers need 36 requests, and 10 when they are repeated', async () => {
    const events = Array.from({ length: 500 }, (_, index) => view(`shopper-${index}`))
    let requests = 0
    const store = open(await connectWatched((request) => void (requests = request)))
    await store.add(events)
    // A request reads 100 items or writes 25: 5 read markers, 5 read stored events, 20 and a transaction write the events,
    // and 5 read the markers again.
    expect(requests).toBe(36)
    await store.add(events)
    expect(requests).toBe(36 + 10)
    await store.add([])
    expect(requests).toBe(36 + 10)
  })
})

/** Adds events, and crashes at the request with this number. Returns true if there were fewer requests. */
async function addAndCrashAt(
  requestNumber: number,
  events: readonly ShopEvent[],
  before: (request: number) => Promise<void> | undefined = () => undefined,
) {
  const watched = await connectWatched(async (request) => {
    await before(request)
    if (request >= requestNumber) throw new Error('crash')
  })
  try {
    await open(watched).add(events)
    return true
  } catch (error) {
    if ((error as Error).message !== 'crash') throw error
    return false
  }
}
