import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { productsReply } from '@nashta/contracts/catalogue/product'
import { type ShopperSession, signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import { createS3ImageStore, HELP_PICTURES_PREFIX } from '@nashta/images/s3-image-store'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runStorage, startAwsStandIns, startPool } from './aws-stand-ins.fixture.ts'
import { apiOf } from './shop-api-client.fixture.ts'
import { type StoreProcess, startStoreProcess } from './store-process.fixture.ts'

type StandIns = Awaited<ReturnType<typeof startAwsStandIns>>

let folder: string
let aws: StandIns

describeOnDynamoDbLocal('moving from a folder to CLOUD=aws', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nashta-move-'))
    aws = await startAwsStandIns()
  }, 150_000)
  afterAll(async () => {
    await aws.stop()
    rmSync(folder, { recursive: true })
  })

  it('copies the data of the shop once, and the accounts stay in their user pool', async () => {
    const storeBefore = await startStoreProcess({ DATA_DIR: folder })
    const shopper = await signUpShopper(storeBefore.url)
    await fillShop(storeBefore, shopper)
    const dataBefore = await readShopData(storeBefore, shopper)
    await storeBefore.stop()
    await createDiskImageStore(join(folder, 'help-pictures')).put('g-1-a.webp', Buffer.from([1]))

    const settings = { ...aws.settings, DATA_DIR: folder }
    const copied = await runStorage('copy', settings)
    expect(copied).toMatchObject({ code: 0, stderr: '' })
    const pictures = await createDiskImageStore(join(folder, 'images')).listTopLevelKeys()
    const counts = parseCounts(copied.stdout)
    expect(counts).toMatchObject({
      // One picture belongs to a request for help.
      pictures: pictures.length + 1,
      products: dataBefore.products.length,
      carts: 1,
      orders: 3,
    })
    // Among them is the address of the newsletter.
    expect(counts['documents']).toBeGreaterThan(0)
    // The outbox has four mails, about three orders and the newsletter, and perhaps some events.
    expect(counts['outbox entries']).toBeGreaterThanOrEqual(4)

    // A store that starts restores missing demo pictures, so the bucket is checked before that.
    expect(new Set(await openBucket(aws).listTopLevelKeys())).toEqual(new Set(pictures))
    expect(await openBucket(aws, HELP_PICTURES_PREFIX).listTopLevelKeys()).toEqual(['g-1-a.webp'])

    const pool = await startPool({ DATA_DIR: folder })
    const storeAfter = await startStoreProcess({
      ...aws.settings,
      ...readPoolSettings(folder),
      COGNITO_ENDPOINT: pool.endpoint,
    })
    expect(await readShopData(storeAfter, shopper)).toEqual(dataBefore)
    await storeAfter.stop()
    await pool.stop()

    // The shop cannot be copied twice.
    expect(await runStorage('copy', settings)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Nothing done: the shop was copied at /),
    })
  }, 120_000)
})

/** Places three orders, fills the cart and subscribes to the newsletter. */
async function fillShop({ url }: StoreProcess, { userId, accessToken }: ShopperSession) {
  const api = apiOf(url, accessToken)
  const [first, second] = await fetchProducts(url)
  if (!first || !second) throw new Error('The store has fewer than two products')
  for (const quantity of [1, 2, 3]) {
    const placed = await api('POST', `/purchases/${userId}`, {
      items: [{ productId: first.products_id, quantity }],
      totalAmount: first.price * quantity,
      paymentDetails: { method: 'cod' },
      shippingAddress: homeAddress,
    })
    expect(placed.status).toBe(201)
  }
  await api('POST', `/carts/${userId}`, { productId: second.products_id, quantity: 4 })
  await api('POST', '/newsletter', { name: 'Asha', email: 'asha@example.in' })
}

/** Reads the products, and the cart and the orders of the shopper. */
async function readShopData({ url }: StoreProcess, { userId, accessToken }: ShopperSession) {
  const api = apiOf(url, accessToken)
  return {
    products: await fetchProducts(url),
    cart: await api('GET', `/carts/${userId}`),
    orders: await api('GET', `/purchases/${userId}`),
  }
}

async function fetchProducts(url: string) {
  return parseExactly(productsReply, await (await fetch(`${url}/api/products`)).json()).data
}

/** Parses lines such as `copied  45 products`. Returns each number by its name. */
function parseCounts(printed: string) {
  const lines = printed.matchAll(/^copied {2}(\d+) (.+)$/gm)
  return Object.fromEntries(Array.from(lines, ([, count, name]) => [name, Number(count)]))
}

function openBucket({ settings }: StandIns, prefix = '') {
  const { IMAGES_BUCKET: bucket, AWS_REGION: region, S3_ENDPOINT: endpoint } = settings
  return createS3ImageStore({ bucket, folder: prefix, region, endpoint, environment: {} })
}

/** The settings for a store that uses the user pool of this folder in another process. */
function readPoolSettings(dataFolder: string) {
  const stored = JSON.parse(readFileSync(join(dataFolder, 'user-pool.json'), 'utf8')) as Record<
    string,
    string
  >
  return {
    USER_POOL_ID: stored['poolId'] ?? '',
    USER_POOL_CLIENT_ID: stored['clientId'] ?? '',
    USER_POOL_CLIENT_SECRET: stored['clientSecret'] ?? '',
    IDENTITY_POOL_ID: stored['identityPoolId'] ?? '',
  }
}
