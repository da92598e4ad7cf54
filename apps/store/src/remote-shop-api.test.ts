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

it('a store uses a Shop API in another process, and responds 503 when that has stopped', async () => {
  // This store fills the catalogue, which the Shop API then serves.
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
  const afterStop = await fetch(`${store.url}/api/products`)
  expect(afterStop.status).toBe(503)
  expect(await afterStop.json()).toMatchObject({ code: 'UNAVAILABLE' })
  expect(await (await fetch(store.url)).text()).toContain('Motichoor Laddoo')
  await expect.poll(async () => (await fetch(`${store.url}/readyz`)).status, { timeout: 5000 }).toBe(503)
  await store.stop()
})

it('the storefront runs as its own process with a Shop API in another one', async () => {
  await (await startStoreProcess({ DATA_DIR: folder })).stop()
  const api = await startPart('shop-api', { DATA_DIR: folder })
  const web = await startPart('web', { SHOP_API_URL: api.origin })

  expect(await (await fetch(web.origin)).text()).toContain('Motichoor Laddoo')
  expect((await fetch(`${web.origin}/readyz`)).status).toBe(200)
  expect(await web.stop()).toBe(0)
  await api.stop()
})

it('headers that name the server software are removed from the responses of a remote Shop API', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { server: 'Acme/1.2', 'x-powered-by': 'Acme', etag: '"1"' }).end('{"data":[]}')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const store = await startStoreProcess({ SHOP_API_URL: `http://127.0.0.1:${port}` })

  const { headers } = await fetch(`${store.url}/api/products`)
  expect(headers.get('etag')).toBe('"1"')
  expect(headers.get('server')).toBeNull()
  expect(headers.get('x-powered-by')).toBeNull()
  await store.stop()
  server.close()
})
