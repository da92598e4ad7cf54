import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { expect, it, onTestFinished } from 'vitest'
import { startServiceForTest } from './service-process.fixture.ts'
import { startStoreProcess } from './store-process.fixture.ts'

const KILLS = 3
const KEY = 'shared-key'
/** A product of the demo catalogue. */
const CHOCOLATE = { productId: 'chocolate-dark-70', price: 249 }
const PAGES = ['/', '/collections/suggested', `/product/${CHOCOLATE.productId}`]

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

function createFolder(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `nashta-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('a killed recommendation service loses no purchase and breaks no page', async () => {
  const shopFolder = createFolder('shop')
  const serviceFolder = createFolder('recommendations')
  const port = await findFreePort()
  // The store reads the URL once, so the service has the same port after each restart.
  const settings = { RECOMMENDATIONS_URL: `http://127.0.0.1:${port}`, RECOMMENDATIONS_KEY: KEY }
  // One shopper places all orders, which the usual rate limits would not allow.
  const store = await startStoreProcess({ DATA_DIR: shopFolder, RATE_LIMIT_SCALE: '1000', ...settings })
  const pool = JSON.parse(readFileSync(join(shopFolder, 'user-pool.json'), 'utf8')) as Record<string, string>
  const startRecommendations = () =>
    startServiceForTest('recommendations', {
      PORT: String(port),
      DATA_DIR: serviceFolder,
      SHOP_API_URL: store.url,
      IDENTITY_URL: store.url,
      USER_POOL_ID: pool['poolId'] ?? '',
      USER_POOL_CLIENT_ID: pool['clientId'] ?? '',
      USER_POOL_CLIENT_SECRET: pool['clientSecret'] ?? '',
      ...settings,
    })
  const { userId, accessToken } = await signUpShopper(store.url)
  let orderCount = 0
  const placeOrders = async (count: number) => {
    for (let placed = 0; placed < count; placed++) {
      const response = await fetch(`${store.url}/api/purchases/${userId}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
          'idempotency-key': `order-${orderCount}`,
        },
        body: JSON.stringify({
          items: [{ productId: CHOCOLATE.productId, quantity: 1 }],
          totalAmount: CHOCOLATE.price,
          paymentDetails: { method: 'upi', upiId: 'asha@okbank' },
          shippingAddress: homeAddress,
        }),
      })
      expect(response.status).toBe(201)
      orderCount += 1
    }
  }

  let service = await startRecommendations()
  for (let kill = 0; kill < KILLS; kill++) {
    await placeOrders(5)
    await service.stop('SIGKILL')
    await placeOrders(4)
    const pages = await Promise.all(PAGES.map((page) => fetch(store.url + page)))
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
    service = await startRecommendations()
    await placeOrders(1)
  }

  const countStoredPurchases = () => {
    const file = new DatabaseSync(join(serviceFolder, 'recommendations.sqlite'), { readOnly: true })
    const row = file.prepare(`SELECT count(*) AS count FROM interactions WHERE kind = 'purchase'`).get()
    file.close()
    return row?.['count']
  }
  await expect.poll(countStoredPurchases, { timeout: 60_000, interval: 500 }).toBe(orderCount)

  const recommend = async (id: string, headers: Record<string, string>) =>
    (await fetch(`${store.url}/api/recommendations/${id}?limit=4&reasons=true`, { headers })).text()
  const guestReply = await recommend('guest-test-user', {})
  expect(JSON.parse(guestReply)).toMatchObject({ recommendations: [{}, {}, {}, {}], reasons: {} })
  // Without the shopper's token, the shopper's id gets the recommendations of a guest.
  expect(await recommend(userId, {})).toBe(guestReply)
  expect(await recommend(userId, { authorization: `Bearer ${accessToken}` })).toContain('"kind":"bought"')
  // The service takes events with the key. The store does not forward them, even with the key.
  const postEvents = (origin: string) =>
    fetch(`${origin}/internal/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ events: [] }),
    })
  expect((await postEvents(service.origin)).ok).toBe(true)
  expect((await postEvents(store.url)).ok).toBe(false)
  await service.stop('SIGTERM')
  await store.stop()
}, 120_000)
