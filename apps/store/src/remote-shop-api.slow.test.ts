import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn, signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startServiceForTest } from './service-process.fixture.ts'
import { startStoreProcess } from './store-process.fixture.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-remote-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('a store proxies a remote Shop API, and serves cached pages after the API stops', async () => {
  const api = await startShopApi()
  const store = await startStoreProcess({ SHOP_API_URL: api.origin })

  const direct = await (await fetch(`${api.origin}/api/products`)).text()
  const proxied = await fetch(`${store.url}/api/products`)
  expect(await proxied.text()).toBe(direct)
  expect(proxied.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(await (await fetch(store.url)).text()).toContain('Motichoor Laddoo')
  expect((await fetch(`${store.url}/readyz`)).status).toBe(200)

  expect(await api.stop()).toBe(0)
  const afterStop = await fetch(`${store.url}/api/products`)
  expect(afterStop.status).toBe(503)
  expect(await afterStop.json()).toMatchObject({ code: 'UNAVAILABLE' })
  // The home page was cached at the first request.
  expect(await (await fetch(store.url)).text()).toContain('Motichoor Laddoo')
  await expect.poll(async () => (await fetch(`${store.url}/readyz`)).status, { timeout: 5000 }).toBe(503)
  await store.stop()
})

it('the storefront runs as its own process with a Shop API in another one', async () => {
  const api = await startShopApi()
  const web = await startServiceForTest('web', { SHOP_API_URL: api.origin })

  expect(await (await fetch(web.origin)).text()).toContain('Motichoor Laddoo')
  expect((await fetch(`${web.origin}/readyz`)).status).toBe(200)
  expect(await web.stop()).toBe(0)
  await api.stop()
})

it('headers that name the server software are removed from the responses of a remote Shop API', async () => {
  const api = await startHttpServer((_request, response) => {
    response.writeHead(200, { server: 'Acme/1.2', 'x-powered-by': 'Acme', etag: '"1"' }).end('{"data":[]}')
  })
  const store = await startStoreProcess({ SHOP_API_URL: api.url })

  const { headers } = await fetch(`${store.url}/api/products`)
  expect(headers.get('etag')).toBe('"1"')
  expect(headers.get('server')).toBeNull()
  expect(headers.get('x-powered-by')).toBeNull()
  await store.stop()
  api.close()
})

// The Shop API limits calls by the address of the visitor.
it('a remote Shop API gets no address that a visitor made up', async () => {
  const seen: IncomingHttpHeaders[] = []
  const api = await startHttpServer((request, response) => {
    seen.push(request.headers)
    response.writeHead(200, { etag: '"1"', 'content-type': 'application/json' }).end('{"data":[]}')
  })
  const addressHeaders = {
    'x-forwarded-for': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
    'x-real-ip': '203.0.113.9',
    'x-forwarded-host': 'evil.example',
  }

  const store = await startStoreProcess({ SHOP_API_URL: api.url })
  // The store proxies the first call. For the second one, the page renderer calls the Shop API.
  await fetch(`${store.url}/api/products/x`, { headers: addressHeaders })
  await fetch(`${store.url}/collections/allproducts?search=x`, { headers: addressHeaders })
  await store.stop()
  // The store's own calls, such as polls of the catalogue version, have no `x-forwarded-for`.
  const forwarded = seen.filter((headers) => headers['x-forwarded-for'] !== undefined)
  expect(forwarded.length).toBeGreaterThan(1)
  expect(new Set(forwarded.map((headers) => headers['x-forwarded-for']))).toEqual(new Set(['127.0.0.1']))
  expect(JSON.stringify(seen)).not.toMatch(/203\.0\.113|evil/)

  // A trusted proxy may send the visitor's address. Its `x-forwarded-host` is still not passed on.
  seen.length = 0
  const behindProxy = await startStoreProcess({ SHOP_API_URL: api.url, TRUSTED_PROXIES: '127.0.0.1' })
  await fetch(`${behindProxy.url}/api/products/x`, { headers: addressHeaders })
  await behindProxy.stop()
  expect(seen.map((headers) => headers['x-forwarded-for'])).toContain('203.0.113.9')
  expect(JSON.stringify(seen)).not.toContain('evil')
  api.close()
})

it('a Shop API alone asks the user pool about its users, here whether an administrator is the last one', async () => {
  const keys = { USER_POOL_ADMIN_KEY_ID: 'SHOP', USER_POOL_ADMIN_KEY_SECRET: 'a-secret' }
  const identity = await startServiceForTest('identity', { DATA_DIR: folder, ...keys })
  const pool = JSON.parse(readFileSync(join(folder, 'user-pool.json'), 'utf8')) as Record<string, string>
  const settings = {
    ...keys,
    IDENTITY_URL: identity.origin,
    USER_POOL_ID: pool['poolId'] ?? '',
    USER_POOL_CLIENT_ID: pool['clientId'] ?? '',
    USER_POOL_CLIENT_SECRET: pool['clientSecret'] ?? '',
  }
  const shopFolder = join(folder, 'shop')
  const api = await startServiceForTest('shop-api', { DATA_DIR: shopFolder, ...settings })
  const store = await startStoreProcess({ SHOP_API_URL: api.origin, ...settings })
  const mailbox = `${identity.origin}/dev/mailbox`
  const [asha, ravi] = [
    await signUpShopper(store.url, {}, { mailbox }),
    await signUpShopper(store.url, {}, { mailbox }),
  ]
  const admin = openSqlitePoolAdmin(folder, () => new Date())
  const erase = async () => {
    const { userId, accessToken } = await signIn(store.url, asha)
    const response = await fetch(`${api.origin}/api/account/${userId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${accessToken}` },
    })
    return response.status
  }
  await admin.grant(asha.email)
  expect(await erase()).toBe(409)
  await admin.grant(ravi.email)
  expect(await erase()).toBe(200)
  await admin.close()
  await store.stop()
})

/** A store runs first in the same folder, because only a store loads the demo catalogue. */
async function startShopApi() {
  const store = await startStoreProcess({ DATA_DIR: folder })
  await store.stop()
  return startServiceForTest('shop-api', { DATA_DIR: folder })
}

async function startHttpServer(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
