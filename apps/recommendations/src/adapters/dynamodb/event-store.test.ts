import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { scanItems } from '@nashta/dynamodb/read-items'
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { eventStoreSuite } from '../../events/event-store.suite.ts'
import { type EventStore, NO_TRAINING_DATA } from '../../events/event-store.ts'
import { createRandom } from '../../model/random.ts'
import { createSqliteEventStore } from '../sqlite/event-store.ts'
import { openRecommendationsDatabase } from '../sqlite/open-recommendations-database.ts'
import { createDynamoEventStore } from './event-store.ts'
import { connectWatched, makeRecommendationsTable } from './recommendations-table.fixture.ts'
import type { RecommendationsTable } from './tables.ts'

const AT = Date.parse('2026-03-01T10:00:00.000Z')
const DAY_MS = 24 * 60 * 60_000
const SHOPPERS = ['asha', 'ravi', 'meera', 'kabir', 'zoya']
const SNACKS = ['donut', 'chips', 'laddoo', 'barfi']

let client: Dynamo
let here: RecommendationsTable

const open = (through = client) =>
  createDynamoEventStore({ ...here, client: through, viewRetentionMs: 180 * DAY_MS })
const at = (second: number) => new Date(AT + second * 1000).toISOString()
const view = (userId: string, productId = 'donut', second = 0): ShopEvent => ({
  id: `view:${userId}:${productId}:${second}`,
  kind: 'view',
  userId,
  productId,
  at: at(second),
})
const purchase = (userId: string, second = 0): ShopEvent => ({
  id: `purchase:${userId}:${second}`,
  kind: 'purchase',
  userId,
  lines: SNACKS.map((productId) => ({ productId, quantity: 2 })),
  at: at(second),
})
const cart = (userId: string, version: number, lines: [string, number][]): ShopEvent => ({
  id: `cart:${userId}:${version}`,
  kind: 'cart',
  userId,
  version,
  lines: lines.map(([productId, quantity]) => ({ productId, quantity })),
  at: at(version),
})
const forget = (userId: string): ShopEvent => ({ id: `forget:${userId}`, kind: 'forget', userId, at: at(0) })
const nothing = { history: [], cart: new Set() }

/** What shoppers did one after the other; each cart has its own versions. */
function anHour(count: number): ShopEvent[] {
  const random = createRandom(1)
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
  return Array.from({ length: count }, (_, second) => {
    const userId = pick(SHOPPERS)
    const choice = random()
    if (choice < 0.3) return view(userId, pick(SNACKS), second)
    if (choice < 0.4) return purchase(userId, second)
    return cart(userId, second, [[pick(SNACKS), Math.floor(random() * 5)]])
  })
}

function shuffled(events: readonly ShopEvent[], seed: number) {
  const random = createRandom(seed)
  return events
    .map((event) => ({ event, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ event }) => event)
}

function inBatches(events: readonly ShopEvent[], size: number) {
  return Array.from({ length: Math.ceil(events.length / size) }, (_, index) =>
    events.slice(index * size, (index + 1) * size),
  )
}

async function known(store: EventStore) {
  return Promise.all(SHOPPERS.map((userId) => store.find(userId)))
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
    here = await makeRecommendationsTable(client)
  })

  eventStoreSuite('DynamoDB', async () => open())

  it('two processes that add the same events in other orders store what one process stores', async () => {
    const events = anHour(200)
    const alone = openSqlite()
    await alone.add(events)
    const tell = async (store: EventStore, seed: number, size: number) => {
      for (const batch of inBatches(shuffled(events, seed), size)) await store.add(batch)
    }
    await Promise.all([tell(open(), 2, 13), tell(open(), 3, 40)])

    expect(await known(open())).toEqual(await known(alone))
  })

  it('an older version of a cart line changes nothing', async () => {
    const older = Array.from({ length: 20 }, (_, version) => cart('asha', version, [['donut', 0]]))
    const [writer, reader] = [open(), open()]
    await writer.add([cart('asha', 20, [['donut', 1]])])
    const told = Promise.all(older.map((word) => writer.add([word])))
    for (let looks = 0; looks < 10; looks += 1) {
      expect((await reader.find('asha')).cart).toEqual(new Set(['donut']))
    }
    await told
    expect((await reader.find('asha')).cart).toEqual(new Set(['donut']))
  })

  it('a product that occurs twice in one event is stored once, with its first quantity', async () => {
    const store = open()
    await store.add([
      cart('asha', 1, [
        ['donut', 2],
        ['donut', 3],
      ]),
    ])
    expect((await store.find('asha')).history).toMatchObject([{ kind: 'cart', quantity: 2 }])
  })

  it('event ids may be longer than a key', async () => {
    const store = open()
    const long = 'ळ'.repeat(128)
    await store.add([{ ...view(long, long), id: 'ळ'.repeat(300) }, cart(long, 1, [[long, 1]])])
    expect((await store.find(long)).history).toHaveLength(2)
  })

  it('a user deleted while events are added is deleted, at whichever moment', async () => {
    const told = [
      ...SHOPPERS.flatMap((userId) => [view(userId), purchase(userId)]),
      cart('asha', 1, [['donut', 1]]),
    ]
    let isGone = true
    let moment = 0
    while (isGone) {
      moment += 1
      isGone = false
      here = await makeRecommendationsTable(client)
      const watched = await connectWatched(async (request) => {
        if (request !== moment) return
        isGone = true
        await open().add([forget('asha')])
      })
      await open(watched).add(told)

      expect((await open().find('asha')).history).toHaveLength(isGone ? 0 : 6)
      expect((await open().find('asha')).cart.size).toBe(isGone ? 0 : 1)
      expect((await open().find('ravi')).history).toHaveLength(5)
    }
    expect(moment).toBeGreaterThan(4)
  })

  it('events that arrive at any moment of a deletion leave nothing', async () => {
    let isTold = true
    let moment = 0
    while (isTold) {
      moment += 1
      isTold = false
      here = await makeRecommendationsTable(client)
      await open().add([view('asha')])
      const watched = await connectWatched(async (request) => {
        if (request !== moment) return
        isTold = true
        await open().add([purchase('asha'), cart('asha', 1, [['donut', 1]])])
      })
      await open(watched).add([forget('asha')])
      expect(await open().find('asha')).toEqual(nothing)
    }
    expect(moment).toBeGreaterThan(4)
  })

  it('a crash while adding is repaired by the next delivery, and the data version still changes', async () => {
    const told = SHOPPERS.flatMap((userId) => [view(userId), purchase(userId)])
    let isDone = false
    for (let moment = 1; !isDone; moment += 1) {
      here = await makeRecommendationsTable(client)
      isDone = await takeAndDieAt(moment, told)
      const isComplete = (await known(open())).every(({ history }) => history.length === 5)
      expect(isComplete).toBe((await open().dataVersion()) !== NO_TRAINING_DATA)

      const before = await open().dataVersion()
      await open().add(told)
      expect((await known(open())).every(({ history }) => history.length === 5)).toBe(true)
      expect((await open().dataVersion()) === before).toBe(isComplete)
    }
  })

  it('a crash while deleting a user is repaired by the next delivery', async () => {
    let isDone = false
    for (let moment = 1; !isDone; moment += 1) {
      here = await makeRecommendationsTable(client)
      await open().add([purchase('asha'), purchase('ravi')])
      const before = await open().dataVersion()
      isDone = await takeAndDieAt(moment, [forget('asha')])
      await open().add([forget('asha')])

      expect(await open().find('asha')).toEqual(nothing)
      expect((await open().find('ravi')).history).toHaveLength(4)
      const after = await open().dataVersion()
      expect(after).not.toBe(before)
      await open().add([forget('asha'), view('asha')])
      expect(await open().dataVersion()).toBe(after)
    }
  })

  it('leftover items of a deleted user go with the next event of that user', async () => {
    const told = [view('asha'), purchase('asha'), cart('asha', 1, [['donut', 1]])]
    let isDone = false
    for (let moment = 2; !isDone; moment += 1) {
      here = await makeRecommendationsTable(client)
      isDone = await takeAndDieAt(moment, told, (request) =>
        request === 2 ? open().add([forget('asha')]) : undefined,
      )
      await open().add(told)
      expect(await open().find('asha')).toEqual(nothing)
    }
  })

  it('the marker of a deleted user does not contain the id', async () => {
    await open().add([purchase('asha'), forget('asha')])
    await open().add([view('asha')])
    expect(JSON.stringify(await scanItems(client, here.table))).not.toContain('asha')
  })

  it('pruned views stay pruned, and views carry an expiry time for DynamoDB', async () => {
    const store = open()
    await store.add([view('asha', 'donut', 10), view('asha', 'chips', 30), purchase('asha')])
    await store.pruneViews(new Date(at(20)))
    await store.pruneViews(new Date(at(5)))
    expect((await store.find('asha')).history.filter(({ kind }) => kind === 'view')).toMatchObject([
      { productId: 'chips' },
    ])

    const items = await scanItems(client, here.table)
    const expiring = items.filter(({ expiresAt }) => expiresAt !== undefined)
    expect(new Set(expiring.map(({ kind }) => kind))).toEqual(new Set(['view']))
    expect(expiring.find(({ productId }) => productId === 'donut')?.['expiresAt']).toBe(
      (AT + 10_000 + 180 * DAY_MS) / 1000,
    )
  })

  it('500 events of 500 shoppers need few requests, repeated ones hardly any', async () => {
    const events = Array.from({ length: 500 }, (_, index) => view(`shopper-${index}`))
    let requests = 0
    const store = open(await connectWatched((request) => void (requests = request)))
    await store.add(events)
    expect(requests).toBe(36)
    await store.add(events)
    expect(requests).toBe(36 + 10)
    await store.add([])
    expect(requests).toBe(36 + 10)
  })
})

/** True when it was done before. */
async function takeAndDieAt(
  moment: number,
  events: readonly ShopEvent[],
  before: (request: number) => Promise<void> | undefined = () => undefined,
) {
  const watched = await connectWatched(async (request) => {
    await before(request)
    if (request >= moment) throw new Error('died')
  })
  try {
    await open(watched).add(events)
    return true
  } catch (error) {
    if ((error as Error).message !== 'died') throw error
    return false
  }
}
