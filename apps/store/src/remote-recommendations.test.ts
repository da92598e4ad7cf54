import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { expect, it, onTestFinished } from 'vitest'
import { startService } from './service-process.fixture.ts'
import { startStoreProcess } from './store-process.fixture.ts'

const ORDERS = 30
const PAGES = ['/', '/collections/suggested', '/product/chocolate-dark-70']

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

function newFolder(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `nashta-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('a recommendation service that is killed again and again loses no purchase and breaks no page', async () => {
  const [shopFolder, folder, port] = [newFolder('shop'), newFolder('recommendations'), await freePort()]
  const settings = { RECOMMENDATIONS_URL: `http://127.0.0.1:${port}`, RECOMMENDATIONS_KEY: 'shared-key' }
  const store = await startStoreProcess({ DATA_DIR: shopFolder, RATE_LIMIT_SCALE: '1000', ...settings })
  const pool = JSON.parse(readFileSync(join(shopFolder, 'user-pool.json'), 'utf8')) as Record<string, string>
  const startRecommendations = () =>
    startService('recommendations', {
      PORT: String(port),
      DATA_DIR: folder,
      SHOP_API_URL: store.url,
      IDENTITY_URL: store.url,
      USER_POOL_ID: pool['poolId'] ?? '',
      USER_POOL_CLIENT_ID: pool['clientId'] ?? '',
      USER_POOL_CLIENT_SECRET: pool['clientSecret'] ?? '',
      ...settings,
    })
  const { userId, accessToken } = await signUpShopper(store.url)
  const buy = (order: number) =>
    fetch(`${store.url}/api/purchases/${userId}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        'idempotency-key': `order-${order}`,
      },
      body: JSON.stringify({
        items: [{ productId: 'chocolate-dark-70', quantity: 1 }],
        totalAmount: 249,
        paymentDetails: { method: 'upi', upiId: 'asha@okbank' },
        shippingAddress: homeAddress,
      }),
    })

  let service = await startRecommendations()
  const pages: Response[] = []
  // In every ten orders, the service is killed after one and restarted after another. Pages are loaded in between.
  for (let order = 0; order < ORDERS; order++) {
    expect((await buy(order)).status).toBe(201)
    if (order % 10 === 5) await service.stop('SIGKILL')
    if (order % 10 === 7) pages.push(...(await Promise.all(PAGES.map((page) => fetch(store.url + page)))))
    if (order % 10 === 8) service = await startRecommendations()
  }

  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200))

  const countStoredPurchases = () => {
    const file = new DatabaseSync(join(folder, 'recommendations.sqlite'), { readOnly: true })
    const row = file.prepare(`SELECT count(*) AS count FROM interactions WHERE kind = 'purchase'`).get()
    file.close()
    return row?.['count']
  }
  await expect.poll(countStoredPurchases, { timeout: 60_000, interval: 500 }).toBe(ORDERS)

  const recommend = async (id: string, headers: Record<string, string>) =>
    (await fetch(`${store.url}/api/recommendations/${id}?limit=4&reasons=true`, { headers })).text()
  // Without the shopper's token, the shopper's id gets the recommendations of a guest.
  const guestReply = await recommend('guest-test-user', {})
  expect(JSON.parse(guestReply)).toMatchObject({ recommendations: [{}, {}, {}, {}], reasons: {} })
  expect(await recommend(userId, {})).toBe(guestReply)
  expect(await recommend(userId, { authorization: `Bearer ${accessToken}` })).toContain('"kind":"bought"')
  // Only the services call this endpoint. The store does not forward calls from outside to it.
  expect((await fetch(`${store.url}/internal/events`, { method: 'POST' })).status).not.toBe(200)
  await service.stop('SIGTERM')
  await store.stop()
}, 120_000)
