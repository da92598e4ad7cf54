import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { IP_LIMITS } from '@nashta/contracts/api/rate-limits'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { FIRST_SHELVES } from '@nashta/contracts/storefront/shelf-rules'
import { createListener } from '@nashta/service-kit/http/dispatch'
import { serve } from '@nashta/service-kit/http/serve'
import { createLogger } from '@nashta/service-kit/process/logger'
import { afterEach, expect, it } from 'vitest'
import { createApp } from './create-app.ts'

const ALL_SNACKS = '/collections/allproducts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

/**
 * Serves pages over HTTP. `visit` requests them with `node:http`, because `inject` and `fetch`
 * normalise the address of a request.
 */
async function setup({ rendersMax = Infinity }: { rendersMax?: number } = {}) {
  /** The route of each page that was rendered. The log names it as a cache miss. */
  const rendered: string[] = []
  const web = await createApp({
    https: false,
    imageHosts: [],
    logger: createLogger({
      service: 'web',
      level: 'debug',
      destination: {
        write(line) {
          const { msg, route } = JSON.parse(line)
          if (msg === 'page cache miss') rendered.push(route)
        },
      },
    }),
    fetchShop: httpFetchShop({
      async fetch(path) {
        if (path === '/api/shop') return Response.json({ data: aShop() })
        if (path === '/api/storefront') return Response.json({ data: { shelves: FIRST_SHELVES } })
        if (path === '/api/payment-methods')
          return Response.json({ data: { methods: [], takesOrders: true, isTrial: false } })
        // Only the list of products has a query. No single product exists.
        return path.includes('?')
          ? Response.json({ data: { items: [aProduct()], total: 1, nextCursor: null } })
          : Response.json({ code: 'PRODUCT_NOT_FOUND', message: 'No such product' }, { status: 404 })
      },
    }),
    publicUrl: 'https://snacks.example',
    catalogueVersion: () => '1',
    rateLimitScale: rendersMax / IP_LIMITS.page.limit,
    realTimeSync: true,
    guestCheckout: false,
    now: () => new Date('2026-01-01T00:00:00Z'),
  })
  await web.app.ready()
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    https: false,
    startApp: async () => ({ listener: createListener(web), onClose: () => web.app.close() }),
  })
  const { port } = new URL(served.url)
  const agent = new Agent({ keepAlive: true })
  cleanUps.push(async () => agent.destroy(), served.close)

  async function visit(path: string) {
    const [response] = (await once(get({ port, path, agent }), 'response')) as [IncomingMessage]
    return { status: response.statusCode, location: response.headers.location, body: await text(response) }
  }
  return { visit, rendered }
}

it.each([
  ['/SIGNIN', '/signin'],
  ['/%73ignin', '/signin'],
  ['/signin/', '/signin'],
  ['//signin', '/signin'],
  ['//evil.example/..', '/'],
  [`/x1/..${ALL_SNACKS}/?search=Dark%20milk&utm=1`, `${ALL_SNACKS}?search=Dark%20milk&utm=1`],
  ['/Product/Laddoo', '/product/Laddoo'],
])('the path %s is redirected to %s, and nothing is rendered', async (path, location) => {
  const { visit, rendered } = await setup()
  expect(await visit(path)).toEqual({ status: 301, location, body: '' })
  expect(rendered).toEqual([])
})

it('many spellings of two addresses cause one render of each address, and many unknown paths cause none', async () => {
  const { visit, rendered } = await setup()
  const statuses = new Set<number | undefined>()
  const locations = new Set<string>()
  for (let number = 1; number <= 100; number += 1) {
    const paths = [`/x${number}/..${ALL_SNACKS}`, `/%73ignin${'/'.repeat(number)}`, `/unknown-${number}`]
    for (const path of paths) {
      const { status, location } = await visit(path)
      statuses.add(status)
      if (location) locations.add(location)
    }
  }
  expect(statuses).toEqual(new Set([301, 404]))
  for (const location of locations) expect((await visit(location)).status).toBe(200)
  expect(rendered.toSorted()).toEqual([ALL_SNACKS, '/signin'])
})

it('all paths without a page get the same 404 page, which is not rendered for them', async () => {
  const { visit, rendered } = await setup()
  const [first, second] = [await visit('/x1'), await visit('/about/x2?search=a')]
  expect(first.status).toBe(404)
  expect(first.body).toContain('Page not found')
  expect(second).toEqual(first)
  expect((await visit('/x1.data')).status).toBe(404)
  expect(rendered).toEqual([])
})

it('visits that need a render are limited, visits of cached pages are not', async () => {
  const { visit, rendered } = await setup({ rendersMax: 2 })
  await visit('/about')
  expect((await visit('/product/x1')).status).toBe(404)

  expect((await visit('/product/x2')).status).toBe(429)
  expect((await visit('/about')).status).toBe(200)
  expect((await visit('/unknown')).status).toBe(404)
  expect(rendered).toEqual(['/about', '/product/:id'])
})
