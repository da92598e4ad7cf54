import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorReplySchema } from '@nashta/contracts/api/reply'
import { afterEach, expect, it } from 'vitest'
import { createLogger } from '../process/logger.ts'
import { ServiceError } from '../service-error.ts'
import { createService } from './create-service.ts'

const lines: string[] = []
const logger = createLogger({
  service: 'test',
  level: 'info',
  destination: { write: (line) => lines.push(line) },
})
afterEach(() => lines.splice(0))

function createTestApp({ https = false } = {}) {
  const app = createService({ logger, https, createRequestId: () => 'request-1' })
  app.get('/known', () => {
    throw new ServiceError('OUT_OF_STOCK', 'Only 2 laddoos are left', { cause: new Error('row 17') })
  })
  app.get('/unknown', async () => {
    await sleep(0)
    throw new Error('SQLITE_BUSY at /srv/shop.sqlite')
  })
  // A database of at most one page fails as on a full disk.
  app.get('/full', () => {
    new DatabaseSync(':memory:').exec('PRAGMA max_page_count = 1; CREATE TABLE jars (label TEXT)')
  })
  app.get('/carts/:userId', () => {
    throw new ServiceError('FORBIDDEN', 'This is not yours to see or change')
  })
  app.post('/echo', (request) => ({ data: request.body }))
  app.get('/public', (_request, reply) => reply.header('cache-control', 'public, max-age=60').send({}))
  return app
}

const DATA_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), camera=(), microphone=(), payment=(self)',
  'x-frame-options': 'DENY',
  'x-xss-protection': '0',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-request-id': 'request-1',
}

it('shared caches may store a public response, unless its request has a token', async () => {
  const app = createTestApp()
  const withToken = { url: '/public', headers: { authorization: 'Bearer token' } }
  expect((await app.inject('/public')).headers['cache-control']).toBe('public, max-age=60')
  expect((await app.inject(withToken)).headers['cache-control']).toBe('no-store')
})

it('the response to a ServiceError has its code, status and message, and nothing is logged', async () => {
  const response = await createTestApp().inject('/known')

  expect(response.statusCode).toBe(409)
  expect(response.json()).toEqual({ code: 'OUT_OF_STOCK', message: 'Only 2 laddoos are left' })
  expect(lines).toEqual([])
})

it.each([
  ['a throttled request', { name: 'ProvisionedThroughputExceededException' }],
  ['a request without a response', { name: 'TimeoutError' }],
  ['a storage that cannot be reached', { code: 'ECONNREFUSED' }],
  ['a service that cannot be reached', { code: 'FST_REPLY_FROM_SERVICE_UNAVAILABLE' }],
])('%s gives 503 with the seconds until a retry, not 500', async (_case, fields) => {
  const app = createService({ https: false, logger })
  app.get('/', async () => {
    throw Object.assign(new Error('from storage'), fields)
  })
  const response = await app.inject('/')
  expect(response).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
  expect(response.json()).toMatchObject({ code: 'UNAVAILABLE' })
})

it('a full disk gives 503, and the reason is logged', async () => {
  const response = await createTestApp().inject('/full')

  expect(response.statusCode).toBe(503)
  expect(response.json()).toEqual({
    code: 'UNAVAILABLE',
    message: 'Nothing can be saved at the moment; please try again',
  })
  expect(lines.join()).toContain('database or disk is full')
})

it('a refused call is logged with its route, without the id in its path', async () => {
  await createTestApp().inject('/carts/asha')
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    {
      level: 'info',
      requestId: 'request-1',
      method: 'GET',
      route: '/carts/:userId',
      status: 403,
      msg: 'access refused: FORBIDDEN',
    },
  ])
  expect(lines.join()).not.toContain('asha')
})

it('an unexpected error is logged with message and stack, and the response reveals neither', async () => {
  const response = await createTestApp().inject('/unknown')

  expect(response.statusCode).toBe(500)
  expect(response.json()).toEqual({ code: 'INTERNAL', message: 'Something went wrong' })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    requestId: 'request-1',
    err: {
      message: 'SQLITE_BUSY at /srv/shop.sqlite',
      stack: expect.stringContaining('create-service.test.ts'),
    },
  })
})

const asJson = { 'content-type': 'application/json' }
/** The limit is 64 KiB. */
const TOO_LARGE = JSON.stringify('x'.repeat(64 * 1024))

it.each([
  ['a body that is not JSON', { headers: asJson, payload: '{"a":' }, 400, 'MALFORMED_REQUEST'],
  [
    'a body that poisons prototypes',
    { headers: asJson, payload: '{"__proto__":{"x":1}}' },
    400,
    'MALFORMED_REQUEST',
  ],
  ['an empty JSON body', { headers: asJson, payload: '' }, 400, 'MALFORMED_REQUEST'],
  ['a body that is too large', { headers: asJson, payload: TOO_LARGE }, 413, 'PAYLOAD_TOO_LARGE'],
  [
    'JSON sent as plain text',
    { headers: { 'content-type': 'text/plain' }, payload: '{}' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'a form',
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=1' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
])('%s gets an error response with code and message', async (_case, request, status, code) => {
  const response = await createTestApp().inject({ method: 'POST', url: '/echo', ...request })

  expect(response.statusCode).toBe(status)
  expect(errorReplySchema.parse(response.json()).code).toBe(code)
})

const INVALID_URL = '/%E0%A4%A'

it.each(['/known', '/unknown', '/nowhere', INVALID_URL])(
  'the error response of %s has the security headers',
  async (url) => {
    const response = await createTestApp().inject(url)
    expect(response.headers).toMatchObject(DATA_HEADERS)
    expect(response.headers).not.toHaveProperty('strict-transport-security')
    expect(response.headers).not.toHaveProperty('x-powered-by')
  },
)

it('a service behind HTTPS sends strict-transport-security', async () => {
  const response = await createTestApp({ https: true }).inject('/known')
  expect(response.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains; preload')
})

it('a call is logged at the debug level with its route and status, without its path', async () => {
  const debugLines: string[] = []
  const app = createService({
    logger: createLogger({
      service: 'test',
      level: 'debug',
      destination: { write: (line) => debugLines.push(line) },
    }),
    https: false,
    createRequestId: () => 'request-1',
  })
  // Most routes write to Node's response, so Fastify does not know the status that was sent.
  app.get('/carts/:userId', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(201).end()
  })
  await app.inject('/carts/asha@example.in?token=secret')

  expect(debugLines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 'debug',
      time: expect.any(String),
      service: 'test',
      requestId: 'request-1',
      method: 'GET',
      route: '/carts/:userId',
      status: 201,
      ms: expect.any(Number),
      msg: 'call',
    },
  ])
})
