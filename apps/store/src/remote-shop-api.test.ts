import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startPart } from './part-process.fixture.ts'
import { startStoreProcess } from './store-process.fixture.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-remote-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('a store uses a Shop API that runs alone, and says so when that goes away', async () => {
  // Fills the catalogue that the lone service then serves.
  await (await startStoreProcess({ DATA_DIR: folder })).stop()
  const api = await startPart('shop-api', { DATA_DIR: folder })
  const store = await startStoreProcess({ SHOP_API_URL: api.origin })

  const direct = await (await fetch(`${api.origin}/api/products`)).text()
  const through = await fetch(`${store.url}/api/products`)
  expect(await through.text()).toBe(direct)
  expect(through.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(await (await fetch(store.url)).text()).toContain('Motichoor Laddoo')
  expect((await fetch(`${store.url}/readyz`)).status).toBe(200)

  expect(await api.stop()).toBe(0)
  const away = await fetch(`${store.url}/api/products`)
  expect(away.status).toBe(503)
  expect(await away.json()).toMatchObject({ code: 'UNAVAILABLE' })
  expect(await (await fetch(store.url)).text()).toContain('Motichoor Laddoo')
  await expect.poll(async () => (await fetch(`${store.url}/readyz`)).status, { timeout: 5000 }).toBe(503)
  await store.stop()
})

it('the storefront runs alone on a Shop API elsewhere', async () => {
  await (await startStoreProcess({ DATA_DIR: folder })).stop()
  const api = await startPart('shop-api', { DATA_DIR: folder })
  const web = await startPart('web', { SHOP_API_URL: api.origin })

  expect(await (await fetch(web.origin)).text()).toContain('Motichoor Laddoo')
  expect((await fetch(`${web.origin}/readyz`)).status).toBe(200)
  expect(await web.stop()).toBe(0)
  await api.stop()
})

it('what another server says of itself stays behind', async () => {
  const talkative = createServer((_request, response) => {
    response.writeHead(200, { server: 'Acme/1.2', 'x-powered-by': 'Acme', etag: '"1"' }).end('{"data":[]}')
  })
  await new Promise<void>((resolve) => {
    talkative.listen(0, '127.0.0.1', resolve)
  })
  const { port } = talkative.address() as AddressInfo
  const store = await startStoreProcess({ SHOP_API_URL: `http://127.0.0.1:${port}` })

  const { headers } = await fetch(`${store.url}/api/products`)
  expect(headers.get('etag')).toBe('"1"')
  expect(headers.get('server')).toBeNull()
  expect(headers.get('x-powered-by')).toBeNull()
  await store.stop()
  talkative.close()
})
