import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import type { Product } from '@nashta/contracts/catalogue/product'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { readItem } from '@nashta/dynamodb/read-items'
import { createLogger } from '@nashta/service-kit/process/logger'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { endpointOf, makeRecommendationsTable } from './adapters/dynamodb/recommendations-table.fixture.ts'
import type { RecommendationsTable } from './adapters/dynamodb/tables.ts'
import { openDynamoStorage } from './dynamodb-storage.ts'
import { openRecommendations } from './open-recommendations.ts'
import { bought, KEY, snack } from './service.fixture.ts'

const CATALOGUE: Product[] = [
  snack('masala-chips', 'Chips', 'crisp potato with masala'),
  snack('banana-chips', 'Chips', 'crisp banana with salt'),
  snack('rose-donut', 'Donuts', 'soft donut, rose icing'),
  snack('kesar-donut', 'Donuts', 'soft donut, saffron icing'),
  snack('cashews', 'Nuts', 'roasted cashews with salt'),
  snack('dark-70', 'Chocolates', 'dark chocolate'),
]

let client: Dynamo
let recommendationsTable: RecommendationsTable
let clock: Date
let services: ReturnType<typeof openRecommendations>[]

async function openService() {
  const source = { region: 'us-east-2', endpoint: await endpointOf(client) }
  const service = openRecommendations(
    (context) => openDynamoStorage({ ...context, ...recommendationsTable, source }),
    {
      https: false,
      logger: createLogger({ service: 'recommendations', level: 'silent' }),
      fetchShop: httpFetchShop({
        fetch: async () =>
          Response.json({ data: { items: CATALOGUE, total: CATALOGUE.length, nextCursor: null } }),
      }),
      catalogueVersion: () => '1',
      key: KEY,
      birthDateOf: async () => null,
      verifyToken: async (token) => ({ sub: token, username: token, groups: [] }),
      rateLimitScale: 1e9,
      now: () => clock,
    },
  )
  services.push(service)
  return {
    ...service,
    async recommend(userId: string, limit = 3) {
      const response = await service.app.inject({
        url: `/api/recommendations/${userId}?limit=${limit}`,
        headers: { authorization: `Bearer ${userId}` },
      })
      const { recommendations } = response.json<{ recommendations: { product_id: string }[] }>()
      return recommendations.map(({ product_id }) => product_id)
    },
  }
}

/** Purchases of the same products by 40 shoppers. */
function boughtTogether(shopperPrefix: string, ...productIds: string[]) {
  return Array.from({ length: 40 }, (_, shopper) => bought(`${shopperPrefix}-${shopper}`, ...productIds))
}

/** The version of the events that the stored model was trained on. */
const readStoredDataVersion = async () =>
  (await readItem(client, recommendationsTable.table, { pk: 'model', sk: 'pointer' }))?.['dataVersion']

describeOnDynamoDbLocal('several recommendation services on one table', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  }, 150_000)
  beforeEach(async () => {
    // The training thread creates its own client, which must use the default access key: DynamoDB
    // Local has separate tables for each key.
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_PROFILE']) vi.stubEnv(name, undefined)
    clock = new Date('2026-03-01T10:00:00Z')
    recommendationsTable = await makeRecommendationsTable(client)
    services = []
  })
  afterEach(async () => {
    await Promise.all(services.map((service) => service.close()))
    vi.unstubAllEnvs()
  })

  it('one process trains and the other uses its model', async () => {
    const [a, b] = [await openService(), await openService()]
    await b.addEvents([bought('asha', 'masala-chips')])
    const before = await b.recommend('asha')
    await a.addEvents(boughtTogether('chips-and-donut', 'masala-chips', 'rose-donut'))
    await a.trainNow()
    expect(await b.recommend('asha')).toEqual(before)

    // The process `b` does not get the lease, so it loads the stored model.
    await b.trainNow()
    expect((await b.recommend('asha'))[0]).toBe('rose-donut')
    expect(await b.recommend('asha')).toEqual(await a.recommend('asha'))
  })

  it('only the lease holder trains until its lease expires', async () => {
    const [a, b] = [await openService(), await openService()]
    await a.addEvents(boughtTogether('chips-and-donut', 'masala-chips', 'rose-donut'))
    await a.trainNow()
    const firstVersion = await readStoredDataVersion()
    await b.addEvents([
      ...boughtTogether('nuts-and-chocolate', 'cashews', 'dark-70'),
      bought('asha', 'cashews'),
    ])
    await b.trainNow()
    expect(await readStoredDataVersion()).toBe(firstVersion)

    // A lease lasts ten minutes.
    clock = new Date(clock.getTime() + 10 * 60_000)
    await b.trainNow()
    expect(await readStoredDataVersion()).not.toBe(firstVersion)
    expect((await b.recommend('asha'))[0]).toBe('dark-70')
    // Now `a` does not get the lease and loads the model of `b`.
    await a.trainNow()
    expect((await a.recommend('asha'))[0]).toBe('dark-70')
  })

  it('another process trains at once after the lease holder closed', async () => {
    const [a, b] = [await openService(), await openService()]
    await a.addEvents(boughtTogether('chips-and-donut', 'masala-chips', 'rose-donut'))
    await a.trainNow()
    const firstVersion = await readStoredDataVersion()
    await a.close()
    await b.addEvents(boughtTogether('nuts-and-chocolate', 'cashews', 'dark-70'))
    await b.trainNow()
    expect(await readStoredDataVersion()).not.toBe(firstVersion)
  })

  it('events that one process received count at once in another', async () => {
    const [a, b] = [await openService(), await openService()]
    expect(await b.recommend('asha', 50)).toContain('dark-70')
    const lines = [{ productId: 'dark-70', quantity: 1 }]
    const at = clock.toISOString()
    await a.addEvents([{ id: 'cart:asha:1', kind: 'cart', userId: 'asha', version: 1, lines, at }])
    // A product in the cart is not suggested.
    expect(await b.recommend('asha', 50)).not.toContain('dark-70')
  })

  it('a new process starts with the stored model', async () => {
    const first = await openService()
    await first.addEvents([
      ...boughtTogether('chips-and-donut', 'masala-chips', 'rose-donut'),
      bought('asha', 'masala-chips'),
    ])
    await first.trainNow()
    await first.close()
    expect((await (await openService()).recommend('asha'))[0]).toBe('rose-donut')
  })

  it('the probe fails when the table does not exist', async () => {
    await (await openService()).probe()
    recommendationsTable = { ...recommendationsTable, table: 'missing' }
    await expect((await openService()).probe()).rejects.toThrow('non-existent')
  })
})
