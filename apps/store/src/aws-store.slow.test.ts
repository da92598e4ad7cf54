import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { productsReply } from '@nashta/contracts/catalogue/product'
import { type ShopperSession, signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { createDynamoClient } from '@nashta/dynamodb/create-client'
import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { startDynamoDbLocal } from '@nashta/dynamodb/start-dynamodb-local.fixture'
import { createDynamoProductStore } from '@nashta/shop-api/adapters/dynamodb/catalogue/product-store'
import { aProduct } from '@nashta/shop-api/catalogue/product.fixture'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runStorage, startAwsStandIns } from './aws-stand-ins.fixture.ts'
import { startForwarder } from './forwarder.fixture.ts'
import { apiOf } from './shop-api-client.fixture.ts'
import { runStoreToItsEnd, startStoreProcess } from './store-process.fixture.ts'

const DEMO_PRODUCTS = 45

/**
 * DynamoDB refuses a transaction with more items. An order of so many counted products exceeds it,
 * because it writes the stock of each product and other items.
 */
const TRANSACTION_ITEMS_MAX = 100

/** For this long a store lists its cached catalogue without reading storage. */
const CATALOGUE_AGE_MAX_MS = 1000

/** The price of each counted product. */
const PRICE_RUPEES = 10

let aws: Awaited<ReturnType<typeof startAwsStandIns>>
let shopper: ShopperSession

describeOnDynamoDbLocal('a store with CLOUD=aws', () => {
  beforeAll(async () => {
    aws = await startAwsStandIns()
    const store = await startStoreProcess(aws.settings)
    shopper = await signUpShopper(store.url, {}, { mailbox: aws.mailbox })
    await store.stop()
  }, 150_000)
  afterAll(() => aws.stop())

  it('starts and fills a cart with nothing but temporary credentials from the identity pool', async () => {
    aws.s3Keys.clear()
    const store = await startStoreProcess({ ...aws.settings, AWS_CREDENTIALS: 'identity-pool' })

    expect(await (await fetch(`${store.url}/readyz`)).json()).toEqual({
      status: 'ready',
      checks: { shopApi: 'ok', userPool: 'ok', recommendations: 'ok', images: 'ok' },
    })
    const products = await fetch(`${store.url}/api/products`)
    const { data } = parseExactly(productsReply, await products.json())
    expect(data).toHaveLength(DEMO_PRODUCTS)

    const [first] = data
    const api = apiOf(store.url, shopper.accessToken)
    const added = await api('POST', `/carts/${shopper.userId}`, {
      productId: first?.products_id,
      quantity: 2,
    })
    expect(added).toMatchObject({ data: { totalItems: 2 } })
    expect(await api('GET', `/carts/${shopper.userId}`)).toMatchObject({ data: { totalItems: 2 } })

    const picture = await fetch(new URL(first?.imageUrl ?? '', store.url))
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toMatch(/^image\//)

    await store.stop()
    expect(aws.s3Keys.size).toBeGreaterThan(0)
    // The ids of temporary access keys begin with ASIA.
    for (const key of aws.s3Keys) expect(key).toMatch(/^ASIA/)
  }, 120_000)

  it('is ready without its user pool, and still serves requests while it is stopping', async () => {
    const store = await startStoreProcess({
      ...aws.settings,
      // Nothing listens at this address.
      COGNITO_ENDPOINT: 'http://127.0.0.1:1',
      STOP_DELAY_SECONDS: '2',
    })
    const readiness = async () => {
      const response = await fetch(`${store.url}/readyz`)
      return { status: response.status, body: await response.json() }
    }
    expect(await readiness()).toMatchObject({
      status: 200,
      body: { status: 'ready', checks: { shopApi: 'ok', userPool: 'failed' } },
    })

    store.child.kill('SIGTERM')
    await expect.poll(readiness).toEqual({ status: 503, body: { status: 'stopping' } })
    expect((await fetch(`${store.url}/api/products`)).status).toBe(200)
    expect(await store.ended).toMatchObject({ code: 0 })
    await store.stop()
  }, 120_000)

  it('serves pages without DynamoDB and the bucket, and refuses orders with 503', async () => {
    const [dynamodb, bucket] = await Promise.all([
      startForwarder(aws.settings.DYNAMODB_ENDPOINT),
      startForwarder(aws.settings.S3_ENDPOINT),
    ])
    const store = await startStoreProcess({
      ...aws.settings,
      DYNAMODB_ENDPOINT: dynamodb.endpoint,
      S3_ENDPOINT: bucket.endpoint,
    })
    const statusOf = async (path: string) => (await fetch(store.url + path)).status
    const WRONG_TOTAL = 1
    const placeOrder = () =>
      fetch(`${store.url}/api/purchases/${shopper.userId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${shopper.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          items: [{ productId: 'chocolate-dark-70', quantity: 1 }],
          totalAmount: WRONG_TOTAL,
          paymentDetails: { method: 'cod' },
          shippingAddress: homeAddress,
        }),
      })
    // The store refuses the wrong total only after it has read storage, so storage is reachable.
    expect((await placeOrder()).status).toBe(409)

    await Promise.all([dynamodb.cut('refused'), bucket.cut('refused')])
    // After this time the store reads storage before it serves a list.
    await sleep(CATALOGUE_AGE_MAX_MS)
    for (const path of [
      '/',
      '/product/chocolate-dark-70',
      '/api/products',
      '/api/products?search=dark',
      '/readyz',
    ])
      expect([path, await statusOf(path)]).toEqual([path, 200])
    const refused = await placeOrder()
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
    await store.stop()
  }, 120_000)

  it('uses the temporary credentials of the identity pool for DynamoDB', async () => {
    // Without `sharedDb`, DynamoDB Local has separate tables for each access key. The tables are
    // created with another key, so a store that uses the temporary key finds none.
    const dynamodb = await startDynamoDbLocal()
    const settings = { ...aws.settings, DYNAMODB_ENDPOINT: dynamodb.endpoint }
    expect(await runStorage('create', settings)).toMatchObject({ code: 0 })
    const end = await runStoreToItsEnd({ ...settings, AWS_CREDENTIALS: 'identity-pool' })
    dynamodb.stop()
    expect(end).toMatchObject({ code: 1, stderr: expect.stringContaining('non-existent table') })
  }, 120_000)

  it('does not start when its identity pool does not exist', async () => {
    const IDENTITY_POOL_ID = 'us-east-2:00000000-0000-4000-8000-00000000dead'
    const end = await runStoreToItsEnd({
      ...aws.settings,
      AWS_CREDENTIALS: 'identity-pool',
      IDENTITY_POOL_ID,
    })
    expect(end).toEqual({
      code: 1,
      stdout: '',
      stderr: `Could not start: IdentityPool '${IDENTITY_POOL_ID}' not found.\n`,
    })
  }, 120_000)

  it('refuses an order that is too large for one transaction, and changes nothing', async () => {
    const settings = {
      ...aws.settings,
      PRODUCTS_TABLE_NAME: 'large-products',
      CARTS_TABLE_NAME: 'large-carts',
      PURCHASES_TABLE_NAME: 'large-purchases',
    }
    expect(await runStorage('create', settings)).toMatchObject({ code: 0 })
    const allItems = await fillWithCountedProducts(settings, TRANSACTION_ITEMS_MAX)
    const store = await startStoreProcess(settings)
    const api = apiOf(store.url, shopper.accessToken)
    const cart = `/carts/${shopper.userId}`
    const place = (items: typeof allItems) =>
      api('POST', `/purchases/${shopper.userId}`, {
        items,
        totalAmount: items.length * PRICE_RUPEES,
        paymentDetails: { method: 'cod' },
        shippingAddress: homeAddress,
      })
    await api('PUT', cart, { items: allItems })

    expect(await place(allItems)).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      message: 'These are too many different snacks for one order; please order them in two',
    })
    expect(await api('GET', cart)).toMatchObject({ data: { totalItems: allItems.length } })
    expect(await api('GET', `/purchases/${shopper.userId}`)).toMatchObject({ data: { purchases: [] } })
    expect(await api('GET', '/products/counted-99')).toMatchObject({ data: { stock: 1 } })

    expect((await place(allItems.slice(0, 50))).status).toBe(201)
    expect((await place(allItems.slice(50))).status).toBe(201)
    expect(await api('GET', cart)).toMatchObject({ data: { totalItems: 0 } })
    expect(await api('GET', '/products/counted-99')).toMatchObject({ data: { stock: 0 } })
    await store.stop()
  }, 120_000)
})

type TableSettings = Record<'PRODUCTS_TABLE_NAME' | 'CARTS_TABLE_NAME' | 'PURCHASES_TABLE_NAME', string> & {
  AWS_REGION: string
  DYNAMODB_ENDPOINT: string
}

/**
 * Fills the catalogue with products of which one unit is in stock. Returns order items with one
 * unit of each.
 */
async function fillWithCountedProducts(settings: TableSettings, count: number) {
  const { AWS_REGION: region, DYNAMODB_ENDPOINT: endpoint } = settings
  const client = createDynamoClient({ region, endpoint, environment: {} })
  const products = createDynamoProductStore({
    client,
    tables: {
      products: settings.PRODUCTS_TABLE_NAME,
      carts: settings.CARTS_TABLE_NAME,
      purchases: settings.PURCHASES_TABLE_NAME,
    },
    now: () => new Date(),
    newId: randomUUID,
  })
  const ids = Array.from({ length: count }, (_, index) => `counted-${index}`)
  await products.fillIfEmpty(
    ids.map((products_id) => aProduct({ products_id, pricePaise: asPaise(PRICE_RUPEES * 100), stock: 1 })),
  )
  client.destroy()
  return ids.map((productId) => ({ productId, quantity: 1 }))
}
