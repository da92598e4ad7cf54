import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { CONTRACT_HEADER, CONTRACT_VERSION } from '@nashta/contracts/api/contract-version'
import { getProduct, listProducts } from '@nashta/contracts/catalogue/product'
import { expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../process/logger.ts'
import { represent, type Representation } from '../responses/representation.ts'
import { createService } from './create-service.ts'
import { createListener, dispatch, indexPrecomputed } from './dispatch.ts'
import { startMetrics } from './metrics.ts'
import { readRoute, registerRoutes } from './routes.ts'
import { dataHeaders } from './security-headers.ts'
import { serve } from './serve.ts'

async function startPart(name: string) {
  const app = createService({ logger: createLogger({ service: name, level: 'silent' }), https: false })
  app.get('/*', () => ({ name }))
  await app.ready()
  return { app }
}

it('a request is sent to the app of its path, and its response is counted', async () => {
  const metrics = startMetrics({ gauges: {}, logger: createLogger({ service: 'test', level: 'silent' }) })
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    https: false,
    startApp: async () => ({
      listener: dispatch([['/api', await startPart('api')]], await startPart('web'), metrics.counterOf),
      onClose: async () => {},
    }),
  })
  const respondingApp = async (path: string) =>
    ((await (await fetch(served.url + path)).json()) as { name: string }).name

  expect(await Promise.all(['/api/products', '/api', '/api?x=1'].map(respondingApp))).toEqual([
    'api',
    'api',
    'api',
  ])
  expect(await Promise.all(['/', '/apiary', '/about/api', '/?next=/api/'].map(respondingApp))).toEqual([
    'web',
    'web',
    'web',
    'web',
  ])
  expect(await requestWholeUrl(served.url, '/api/products')).toContain('"name":"api"')
  // Metrics call the app without a prefix `pages`.
  const lines = (await metrics.text()).split('\n')
  expect(lines).toContain('nashta_http_requests_total{part="api",status="200"} 4')
  expect(lines).toContain('nashta_http_requests_total{part="pages",status="200"} 4')
  metrics.stop()
  await served.close()
})

/** Sends a request line with the whole URL, as a client sends it to a proxy. */
function requestWholeUrl(url: string, path: string) {
  const { host, port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1', () => {
    socket.write(`GET ${url}${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  })
  return text(socket)
}

const options = { logger: createLogger({ service: 'test', level: 'silent' }), https: false }

/**
 * Serves the list of products and single products. The first request for a path goes through
 * Fastify. Later responses are precomputed.
 */
async function setup() {
  /** The product id of each request that Fastify handled. The id is empty for the list. */
  const handled: string[] = []
  const representations = new Map<string, Representation>()

  async function handle(id: string) {
    handled.push(id)
    const content = JSON.stringify({ data: `लड्डू ${id} `.repeat(40) })
    const representation = await represent({
      content,
      contentType: 'application/json; charset=utf-8',
      headers: dataHeaders(options),
    })
    representations.set(id, representation)
    return representation
  }

  const app = createService(options)
  const precomputed = (id: string) => representations.get(id)
  const routes = [
    readRoute(listProducts, neverRead, { represent: async () => handle(''), precomputed }),
    readRoute(getProduct, neverRead, {
      represent: async ({ params }) => handle(params.id),
      precomputed,
    }),
  ]
  registerRoutes(app, routes, {
    base: '/api',
    https: false,
    ipGuardOf: () => null,
    authorise: () => Promise.reject(new Error('every route is public')),
  })
  await app.ready()
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    https: false,
    startApp: async () => ({
      listener: createListener({ app, precomputed: indexPrecomputed(routes, '/api') }),
      onClose: async () => {},
    }),
  })
  return { handled, fetchPath: (path: string, init?: RequestInit) => fetch(served.url + path, init), served }
}

/** The parts of a response, without the headers that differ each time. */
async function receivedParts(response: Response) {
  const { date: _date, 'x-request-id': requestId, ...headers } = Object.fromEntries(response.headers)
  expect(requestId).toMatch(/^[\da-f-]{36}$/)
  return { status: response.status, headers, body: await response.text() }
}

it.each(['br', 'gzip', 'identity'])(
  'a precomputed response equals the response of Fastify, with the encoding %s',
  async (encoding) => {
    const { handled, fetchPath, served } = await setup()
    const headers = { 'accept-encoding': encoding }
    for (const path of ['/api/products', '/api/products/laddoo']) {
      const fromFastify = await receivedParts(await fetchPath(path, { headers }))
      const precomputed = await receivedParts(await fetchPath(path, { headers }))
      expect(precomputed).toEqual(fromFastify)

      const notModified = await fetchPath(path, {
        headers: { ...headers, 'if-none-match': fromFastify.headers['etag'] ?? '' },
      })
      expect([notModified.status, await notModified.text()]).toEqual([304, ''])
      const head = await fetchPath(path, { headers, method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
    }
    expect(handled).toEqual(['', 'laddoo'])
    await served.close()
  },
)

it('every response has its own request id', async () => {
  const { fetchPath, served } = await setup()
  // Node makes random ids in batches of 128, so these ids come from several batches.
  const requestCount = 600
  const ids = await Promise.all(
    Array.from({ length: requestCount }, async () => {
      const { headers } = await fetchPath('/api/products')
      return headers.get('x-request-id')
    }),
  )
  expect(new Set(ids).size).toBe(requestCount)
  await served.close()
})

it('a request with a query, another method or an encoded path goes through Fastify', async () => {
  const { handled, fetchPath, served } = await setup()
  await fetchPath('/api/products')
  await fetchPath('/api/products/laddoo')
  handled.length = 0

  expect((await fetchPath('/api/products?limit=2')).status).toBe(200)
  expect((await fetchPath('/api/products/l%61ddoo')).status).toBe(200)
  expect(handled).toEqual(['', 'laddoo'])
  expect((await fetchPath('/api/products', { method: 'PATCH' })).status).toBe(405)
  expect((await fetchPath('/api/elsewhere/laddoo')).status).toBe(404)
  await served.close()
})

/** Requests over HTTP get a representation. Only calls within the process read the data. */
function neverRead(): never {
  throw new Error('A request over HTTP has read the data')
}

it('a page with another contract gets one refusal, also where a response is cached', async () => {
  const { app } = await startPart('api')
  const cached = await represent({ content: '{}', contentType: 'application/json', headers: {} })
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    https: false,
    startApp: async () => ({
      listener: createListener({ app, precomputed: (url) => (url === '/cached' ? cached : undefined) }),
      onClose: () => app.close(),
    }),
  })
  onTestFinished(() => served.close())
  for (const path of ['/cached', '/anything']) {
    const call = (headers: Record<string, string>) => fetch(served.url + path, { headers })
    expect((await call({})).status).toBe(200)
    expect((await call({ [CONTRACT_HEADER]: CONTRACT_VERSION })).status).toBe(200)
    const refused = await call({ [CONTRACT_HEADER]: '0' })
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { code: 'PAGE_OUTDATED', message: 'The shop has been updated. Please reload this page.' },
    ])
  }
})
