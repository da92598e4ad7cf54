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

  it('copies products, pictures, carts, orders and the newsletter, and keeps the accounts in their pool', async () => {
    const before = await startStoreProcess({ DATA_DIR: folder })
    const shopper = await signUpShopper(before.url)
    await shopIn(before, shopper)
    const seen = await seenIn(before, shopper)
    await before.stop()
    await createDiskImageStore(join(folder, 'help-pictures')).put('g-1-a.webp', Buffer.from([1]))

    const settings = { ...aws.settings, DATA_DIR: folder }
    const copied = await runStorage('copy', settings)
    expect(copied).toMatchObject({ code: 0, stderr: '' })
    const pictures = await createDiskImageStore(join(folder, 'images')).listTopLevelKeys()
    const counts = countsIn(copied.stdout)
    expect(counts).toMatchObject({
      // One picture belongs to a request for help.
      pictures: pictures.length + 1,
      products: seen.products.length,
      carts: 1,
      orders: 3,
      'newsletter addresses': 1,
    })
    // Mails about three orders and the newsletter, and the events that were not delivered yet.
    expect(counts['outbox entries']).toBeGreaterThanOrEqual(4)

    // The bucket is checked before the store starts, because the store restores missing demo pictures.
    expect(new Set(await bucketIn(aws).listTopLevelKeys())).toEqual(new Set(pictures))
    expect(await bucketIn(aws, HELP_PICTURES_PREFIX).listTopLevelKeys()).toEqual(['g-1-a.webp'])

    const pool = await startPool({ DATA_DIR: folder })
    const after = await startStoreProcess({
      ...aws.settings,
      ...poolIn(folder),
      COGNITO_ENDPOINT: pool.endpoint,
    })
    expect(await seenIn(after, shopper)).toEqual(seen)
    await after.stop()
    await pool.stop()

    expect(await runStorage('copy', settings)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Nothing done: the shop was copied at /),
    })
  }, 120_000)
})

/** Places three orders, fills the cart and subscribes to the newsletter. */
async function shopIn({ url }: StoreProcess, { userId, accessToken }: ShopperSession) {
  const api = apiOf(url, accessToken)
  const [first, second] = await productsIn(url)
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

/** The products, and the cart and the orders of the shopper. */
async function seenIn({ url }: StoreProcess, { userId, accessToken }: ShopperSession) {
  const api = apiOf(url, accessToken)
  return {
    products: await productsIn(url),
    cart: await api('GET', `/carts/${userId}`),
    orders: await api('GET', `/purchases/${userId}`),
  }
}

async function productsIn(url: string) {
  return parseExactly(productsReply, await (await fetch(`${url}/api/products`)).json()).data
}

/** The numbers in lines such as `copied  45 products`, by their name. */
function countsIn(printed: string) {
  const lines = printed.matchAll(/^copied {2}(\d+) (.+)$/gm)
  return Object.fromEntries(Array.from(lines, ([, count, what]) => [what, Number(count)]))
}

function bucketIn({ settings }: StandIns, prefix = '') {
  const { IMAGES_BUCKET: bucket, AWS_REGION: region, S3_ENDPOINT: endpoint } = settings
  return createS3ImageStore({ bucket, folder: prefix, region, endpoint, environment: {} })
}

/** The settings for a store that uses the pool of this folder from another process. */
function poolIn(dataFolder: string) {
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
