import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDynamoEventStore } from './event-store.ts'
import { createDynamoModelStore } from './model-store.ts'
import { readInteractions } from './read-interactions.ts'
import { endpointOf, makeRecommendationsTable } from './recommendations-table.fixture.ts'
import type { RecommendationsTable } from './tables.ts'

const MINUTE = 60_000
const START = Date.parse('2026-03-01T10:00:00.000Z')
const at = (minute: number) => new Date(START + minute * MINUTE).toISOString()

type CartOptions = { version: number; quantity: number; idLength?: number }

const view = (userId: string, productId: string, minute: number): ShopEvent => ({
  id: `view:${userId}:${productId}:${minute}`,
  kind: 'view',
  userId,
  productId,
  at: at(minute),
})
/** The quantity of the donuts in a cart, with an id of at least `idLength` characters. */
const cart = (userId: string, { version, quantity, idLength = 0 }: CartOptions): ShopEvent => ({
  id: `cart:${userId}:${version}`.padEnd(idLength, '.'),
  kind: 'cart',
  userId,
  version,
  lines: [{ productId: 'donut', quantity }],
  at: at(version),
})

describeOnDynamoDbLocal('training from DynamoDB', () => {
  beforeEach(() => {
    // `readInteractions` creates its own client, which must use the default access key: DynamoDB
    // Local has separate tables for each key.
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_PROFILE']) vi.stubEnv(name, undefined)
  })
  afterEach(() => vi.unstubAllEnvs())

  it('all interactions are read except pruned views and those of deleted users', async () => {
    const recommendationsTable = await makeRecommendationsTable(await connectDynamoDbLocal())
    const events = createDynamoEventStore({
      ...recommendationsTable,
      viewRetentionMs: 1000,
      now: () => new Date(),
    })
    const models = createDynamoModelStore({
      ...recommendationsTable,
      holder: 'a',
      newId: () => 'model',
      now: () => new Date(START),
    })
    const lines = [
      { productId: 'donut', quantity: 2 },
      { productId: 'chips', quantity: 1 },
    ]
    await events.add([
      cart('asha', { version: 10, quantity: 5 }),
      cart('asha', { version: 9, quantity: 2 }),
      cart('asha', { version: 11, quantity: 1 }),
      { id: 'purchase:1', kind: 'purchase', userId: 'ravi', lines, at: at(1) },
      view('ravi', 'laddoo', 1),
      view('ravi', 'laddoo', 5),
      view('meera', 'laddoo', 5),
    ])
    await events.add([{ id: 'account-deleted:meera', kind: 'accountDeleted', userId: 'meera', at: at(6) }])
    await events.pruneViews(new Date(at(5)))
    // A model is stored in the same table and must not be read as an interaction.
    await models.write({ dataVersion: '1', bytes: new Uint8Array(300_000) })

    // In the order of their versions, the cart events add 2 donuts, add 3 and remove 4. A removal
    // is no interaction.
    expect(new Set((await readPages(recommendationsTable)).flat())).toEqual(
      new Set([
        {
          userId: 'asha',
          productId: 'donut',
          kind: 'cart',
          quantity: 2,
          at: START + 9 * MINUTE,
          eventId: 'cart:asha:9',
        },
        {
          userId: 'asha',
          productId: 'donut',
          kind: 'cart',
          quantity: 3,
          at: START + 10 * MINUTE,
          eventId: 'cart:asha:10',
        },
        {
          userId: 'ravi',
          productId: 'donut',
          kind: 'purchase',
          quantity: 2,
          at: START + MINUTE,
          eventId: 'purchase:1',
        },
        {
          userId: 'ravi',
          productId: 'chips',
          kind: 'purchase',
          quantity: 1,
          at: START + MINUTE,
          eventId: 'purchase:1',
        },
        {
          userId: 'ravi',
          productId: 'laddoo',
          kind: 'view',
          quantity: 1,
          at: START + 5 * MINUTE,
          eventId: 'view:ravi:laddoo:5',
        },
      ]),
    )
  }, 150_000)

  it('the interactions of a shopper are made from all items, although these span two pages', async () => {
    const recommendationsTable = await makeRecommendationsTable(await connectDynamoDbLocal())
    const events = createDynamoEventStore({
      ...recommendationsTable,
      viewRetentionMs: 1000,
      now: () => new Date(),
    })
    const shoppers = Array.from({ length: 30 }, (_, index) => `shopper-${index}`)
    const versions = Array.from({ length: 40 }, (_, index) => index + 1)
    // Long event ids make 3.6 MB of items, and a page of a scan holds 1 MB.
    for (const userId of shoppers) {
      await events.add(
        versions.map((version) => cart(userId, { version, quantity: version, idLength: 3000 })),
      )
    }

    const pages = await readPages(recommendationsTable)
    expect(pages.length).toBeGreaterThan(3)
    const total = shoppers.length * versions.length
    // The interactions are spread over the pages.
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThan(total / 2)
    const interactions = pages.flat()
    // Each cart event adds one donut to those of the event before, which may be on another page.
    expect(interactions).toHaveLength(total)
    expect(new Set(interactions.map(({ quantity }) => quantity))).toEqual(new Set([1]))
  }, 150_000)
})

async function readPages({ client, table }: RecommendationsTable) {
  const source = { table, region: 'us-east-2', endpoint: await endpointOf(client) }
  return Array.fromAsync(readInteractions(source))
}
