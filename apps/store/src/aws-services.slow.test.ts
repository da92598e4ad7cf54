import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAwsStandIns } from './aws-stand-ins.fixture.ts'
import { runServiceToItsEnd, startServiceProcess } from './service-process.fixture.ts'
import { startStoreProcess } from './store-process.fixture.ts'

const PRODUCT_ID = 'donut-strawberry-sprinkle'

let aws: Awaited<ReturnType<typeof startAwsStandIns>>
let folder: string

function sqliteFiles() {
  return readdirSync(folder).filter((name) => name.includes('.sqlite'))
}

describeOnDynamoDbLocal('a service alone with CLOUD=aws', () => {
  beforeAll(async () => {
    aws = await startAwsStandIns()
    folder = mkdtempSync(join(tmpdir(), 'nashta-alone-'))
  }, 240_000)
  afterAll(async () => {
    await aws.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('stores in DynamoDB what the store and other services read, and writes no SQLite file', async () => {
    // The store fills the tables with the demo catalogue.
    const store = await startStoreProcess(aws.settings)
    const { userId, accessToken } = await signUpShopper(store.url, {}, { mailbox: aws.mailbox })
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    const cartOf = async (origin: string) => {
      const response = await fetch(`${origin}/api/carts/${userId}`, { headers })
      return ((await response.json()) as { data: { items: { productId: string }[] } }).data.items
    }

    const shopApi = await startServiceProcess('shop-api', { ...aws.settings, DATA_DIR: folder })
    const added = await fetch(`${shopApi.origin}/api/carts/${userId}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ productId: PRODUCT_ID, quantity: 1 }),
    })
    expect(added.status).toBe(200)
    await expect.poll(() => cartOf(store.url)).toMatchObject([{ productId: PRODUCT_ID }])

    const recommendations = await startServiceProcess('recommendations', {
      ...aws.settings,
      DATA_DIR: folder,
      SHOP_API_URL: shopApi.origin,
    })
    const ready = await fetch(`${recommendations.origin}/readyz`)
    expect(ready.status).toBe(200)
    expect(sqliteFiles()).toEqual([])
    for (const service of [recommendations, shopApi]) await service.stop()
    await store.stop()
  }, 240_000)

  it.each(['shop-api', 'recommendations'] as const)(
    '%s does not start without its tables, and names the first that is missing',
    async (name) => {
      const { code, stderr } = await runServiceToItsEnd(name, {
        ...aws.settings,
        DATA_DIR: folder,
        SHOP_API_URL: 'http://127.0.0.1:1',
        PURCHASES_TABLE_NAME: 'no-such-table',
      })
      const table = name === 'shop-api' ? 'no-such-table' : 'no-such-table-recommendations'
      expect(code).toBe(1)
      expect(stderr).toContain(
        `Could not start: DynamoDB has no table ${table}: npm run storage -- create makes it`,
      )
      expect(sqliteFiles()).toEqual([])
    },
    120_000,
  )
})
