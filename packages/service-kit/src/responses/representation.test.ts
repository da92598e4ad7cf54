import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createService } from '../http/create-service.ts'
import { dataHeaders } from '../http/security-headers.ts'
import { createLogger } from '../process/logger.ts'
import { represent, sendRepresentation } from './representation.ts'

const CONTENT = JSON.stringify({ data: 'लड्डू '.repeat(200) })

const json = {
  content: CONTENT,
  contentType: 'application/json; charset=utf-8',
  headers: dataHeaders({ https: false }),
}

function createTestService({ status = 200, sharedCacheSeconds = 0 } = {}) {
  const app = createService({ logger: createLogger({ service: 'test', level: 'silent' }), https: false })
  app.get('/', async (request, reply) =>
    sendRepresentation(request, reply, await represent({ ...json, status, sharedCacheSeconds })),
  )
  return app
}

const request = (headers: Record<string, string>, status = 200) =>
  createTestService({ status }).inject({ url: '/', headers })

it.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['br;q=0.5', 'br', brotliDecompressSync],
  ['gzip;q=0.5, br;q=0.1', 'gzip', gunzipSync],
  ['GZIP', 'gzip', gunzipSync],
  ['*', 'br', brotliDecompressSync],
  ['*;q=0', undefined, (body: Buffer) => body],
  ['br;Q=0', undefined, (body: Buffer) => body],
  ['abracadabra, brx, x-gzip', undefined, (body: Buffer) => body],
  ['identity', undefined, (body: Buffer) => body],
  ['', undefined, (body: Buffer) => body],
])('a request that accepts "%s" gets the content encoding %s', async (accepted, encoding, decode) => {
  const response = await request({ 'accept-encoding': accepted })

  expect(response.headers['content-encoding']).toBe(encoding)
  expect(response.headers['vary']).toBe('Accept-Encoding')
  expect(response.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  expect(decode(response.rawPayload).toString()).toBe(CONTENT)
})

it('each encoding has its own strong ETag, the same every time', async () => {
  const tags = await Promise.all(
    ['br', 'gzip', ''].map(async (encoding) => (await request({ 'accept-encoding': encoding })).headers.etag),
  )
  expect(new Set(tags).size).toBe(3)
  expect(tags.every((tag) => /^"[\w-]+"$/.test(tag ?? ''))).toBe(true)
  expect((await request({ 'accept-encoding': 'br' })).headers.etag).toBe(tags[0])
})

it('a request gets 304 only for the ETag of the encoding that it accepts', async () => {
  const { etag = '' } = (await request({ 'accept-encoding': 'br' })).headers

  const notModified = await request({ 'accept-encoding': 'br', 'if-none-match': etag })
  expect(notModified.statusCode).toBe(304)
  expect(notModified.headers.etag).toBe(etag)
  expect((await request({ 'accept-encoding': 'gzip', 'if-none-match': etag })).statusCode).toBe(200)
})

it('no cache may store the response to a request with an access token', async () => {
  const authorization = 'Bearer token'
  const whole = await request({ authorization })
  expect(whole.headers['cache-control']).toBe('no-store')
  expect(whole.body).toBe(CONTENT)

  const { etag = '' } = whole.headers
  const notModified = await request({ authorization, 'if-none-match': etag })
  expect(notModified.statusCode).toBe(304)
  expect(notModified.headers['cache-control']).toBe('no-store')
})

it('an error response is never 304 and never cached', async () => {
  const response = await request({ 'if-none-match': '*' }, 404)
  expect(response.statusCode).toBe(404)
  expect(response.headers.etag).toBeUndefined()
  expect(response.headers['cache-control']).toBe('no-store')
})

const requestFromCdn = (headers: Record<string, string> = {}, status = 200) =>
  createTestService({ status, sharedCacheSeconds: 5 }).inject({ url: '/', headers })

it('a CDN may cache a success for some seconds, but no error and no private response', async () => {
  const { headers } = await requestFromCdn()
  expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=5, stale-while-revalidate=60')
  const notModified = await requestFromCdn({ 'if-none-match': headers.etag ?? '' })
  expect(notModified.statusCode).toBe(304)
  expect(notModified.headers['cache-control']).toBe(headers['cache-control'])

  expect((await requestFromCdn({}, 404)).headers['cache-control']).toBe('no-store')
  expect((await requestFromCdn({ authorization: 'Bearer x' })).headers['cache-control']).toBe('no-store')
})
