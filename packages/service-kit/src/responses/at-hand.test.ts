import { listProducts, getProduct } from '@nashta/contracts/catalogue/product'
import { expect, it } from 'vitest'
import { createService } from '../http/create-service.ts'
import { readRoute, registerRoutes } from '../http/routes.ts'
import { dataHeaders } from '../http/security-headers.ts'
import { serve } from '../http/serve.ts'
import { createLogger } from '../process/logger.ts'
import { atHandOf, listenerOf } from './at-hand.ts'
import { represent, type Representation } from './representation.ts'

const options = { logger: createLogger({ service: 'test', level: 'silent' }), https: false }

/** A list and single products, each answered the long way first and from then on by what is at hand. */
async function setup() {
  const worked: string[] = []
  const made = new Map<string, Representation>()

  async function answer(id: string) {
    worked.push(id)
    const content = JSON.stringify({ data: `लड्डू ${id} `.repeat(40) })
    const representation = await represent({
      content,
      contentType: 'application/json; charset=utf-8',
      headers: dataHeaders(options),
    })
    made.set(id, representation)
    return representation
  }

  const app = createService(options)
  const routes = [
    readRoute(listProducts, unused, { represent: async () => answer(''), atHand: (id) => made.get(id) }),
    readRoute(getProduct, unused, {
      represent: async ({ params }) => answer(params.id),
      atHand: (id) => made.get(id),
    }),
  ]
  registerRoutes(app, routes, {
    base: '/api',
    https: false,
    limitCalls: () => null,
    authorise: () => Promise.reject(new Error('all is public')),
  })
  await app.ready()
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    https: false,
    open: async () => ({
      listener: listenerOf({ app, atHand: atHandOf(routes, '/api') }),
      onClose: async () => {},
    }),
  })
  return { worked, ask: (path: string, init?: RequestInit) => fetch(served.url + path, init), served }
}

/** All that a client sees, but for what is different each time. */
async function seen(response: Response) {
  const { date: _date, 'x-request-id': requestId, ...headers } = Object.fromEntries(response.headers)
  expect(requestId).toMatch(/^[\da-f]{32}$/)
  return { status: response.status, headers, body: await response.text() }
}

it.each(['br', 'gzip', 'identity'])('sends what is at hand just as the framework does (%s)', async (form) => {
  const { worked, ask, served } = await setup()
  const headers = { 'accept-encoding': form }
  for (const path of ['/api/products', '/api/products/laddoo']) {
    const worth = await seen(await ask(path, { headers }))
    const atHand = await seen(await ask(path, { headers }))
    expect(atHand).toEqual(worth)

    const known = await ask(path, { headers: { ...headers, 'if-none-match': worth.headers['etag'] ?? '' } })
    expect([known.status, await known.text()]).toEqual([304, ''])
    const head = await ask(path, { headers, method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  }
  expect(worked).toEqual(['', 'laddoo'])
  await served.close()
})

it('gives every answer an id of its own', async () => {
  const { ask, served } = await setup()
  const ids = await Promise.all(
    Array.from({ length: 600 }, async () => (await ask('/api/products')).headers.get('x-request-id')),
  )
  expect(new Set(ids).size).toBe(600)
  await served.close()
})

it('leaves everything else to the framework', async () => {
  const { worked, ask, served } = await setup()
  await ask('/api/products')
  await ask('/api/products/laddoo')
  worked.length = 0

  expect((await ask('/api/products?limit=2')).status).toBe(200)
  expect((await ask('/api/products/l%61ddoo')).status).toBe(200)
  expect(worked).toEqual(['', 'laddoo'])
  expect((await ask('/api/products', { method: 'PATCH' })).status).toBe(405)
  expect((await ask('/api/elsewhere/laddoo')).status).toBe(404)
  await served.close()
})

function unused(): never {
  throw new Error('Only callers in the same process read data')
}
