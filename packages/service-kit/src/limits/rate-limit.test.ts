import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { IP_LIMITS } from '@nashta/contracts/api/rate-limits'
import { dataReply } from '@nashta/contracts/api/reply'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createService } from '../http/create-service.ts'
import { registerRoutes, route } from '../http/routes.ts'
import { createLogger } from '../process/logger.ts'
import { countAttemptInAll, createIpGuards, createRateLimit } from './rate-limit.ts'

let clock: number
const now = () => new Date(clock)
beforeEach(() => {
  clock = Date.UTC(2026, 0, 1)
})

const HOUR_MS = 3_600_000
const fiveAnHour = (scale?: number) =>
  createRateLimit({ limit: 5, perSeconds: 3600, now, ...(scale !== undefined && { scale }) })

it('a rate limit refuses attempts beyond its limit, with the seconds until a retry', () => {
  const limit = fiveAnHour()
  for (let times = 0; times < 5; times += 1) {
    expect(limit.countAttempt('asha')).toEqual({ allowed: true })
    clock += 1000
  }
  expect(limit.countAttempt('asha')).toEqual({ allowed: false, retryAfterSeconds: 3595 })
  // The seconds are rounded up.
  clock += 1
  expect(limit.countAttempt('asha')).toEqual({ allowed: false, retryAfterSeconds: 3595 })
  expect(limit.countAttempt('ravi')).toEqual({ allowed: true })
})

it('a rate limit allows one more attempt exactly when an earlier one leaves the period', () => {
  const limit = fiveAnHour()
  for (let times = 0; times < 5; times += 1, clock += 60_000) limit.countAttempt('asha')

  clock = Date.UTC(2026, 0, 1) + HOUR_MS - 1
  expect(limit.countAttempt('asha').allowed).toBe(false)
  clock += 1
  expect(limit.countAttempt('asha').allowed).toBe(true)
  expect(limit.countAttempt('asha')).toEqual({ allowed: false, retryAfterSeconds: 60 })
})

it('no hour contains more allowed attempts than a limit of five an hour', () => {
  const limit = fiveAnHour()
  const allowed: number[] = []
  for (let seconds = 0; seconds < 4 * 3600; seconds += 7, clock += 7000) {
    if (limit.countAttempt('asha').allowed) allowed.push(clock)
  }

  for (const from of allowed) {
    expect(allowed.filter((at) => at >= from && at < from + HOUR_MS).length).toBeLessThanOrEqual(5)
  }
  expect(allowed, 'five in each of four hours').toHaveLength(20)
})

it('a rate limit does not count an attempt that it refuses', () => {
  const limit = fiveAnHour()
  for (let times = 0; times < 5; times += 1) limit.countAttempt('asha')
  clock += HOUR_MS - 1
  for (let times = 0; times < 100; times += 1) limit.countAttempt('asha')
  clock += 1
  expect(limit.countAttempt('asha')).toEqual({ allowed: true })
})

it.each([
  [3, 15],
  [0.5, 2],
  [0.01, 1],
])('a limit of five attempts scaled by %d allows %d', (scale, capacity) => {
  const limit = fiveAnHour(scale)
  for (let times = 0; times < capacity; times += 1) expect(limit.countAttempt('asha').allowed).toBe(true)
  expect(limit.countAttempt('asha').allowed).toBe(false)
})

describe('a rate limit', () => {
  it('holds no key longer than the period', () => {
    const limit = fiveAnHour()
    for (let visitor = 0; visitor < 1000; visitor += 1) limit.countAttempt(`visitor ${visitor}`)
    expect(limit.size()).toBe(1000)

    clock += HOUR_MS
    limit.countAttempt('asha')
    expect(limit.size()).toBe(1)
  })

  it('holds a bounded number of keys, and evicts the least recently used', () => {
    const limit = createRateLimit({ limit: 2, perSeconds: 3600, now, keysMax: 3 })
    for (const key of ['asha', 'ravi', 'meera', 'asha', 'kabir']) limit.countAttempt(key)

    expect(limit.size()).toBe(3)
    expect(limit.countAttempt('asha').allowed, 'both attempts are still counted').toBe(false)
    for (let visitor = 0; visitor < 1000; visitor += 1) limit.countAttempt(`visitor ${visitor}`)
    expect(limit.size()).toBe(3)
  })
})

describe('several rate limits at once', () => {
  it('give the longest wait, and none counts an attempt that another refuses', () => {
    const narrow = createRateLimit({ limit: 1, perSeconds: 60, now })
    const wide = createRateLimit({ limit: 2, perSeconds: 3600, now })
    expect(
      countAttemptInAll([
        [narrow, 'a'],
        [wide, 'b'],
      ]),
    ).toEqual({ allowed: true })

    for (let times = 0; times < 10; times += 1) {
      expect(
        countAttemptInAll([
          [wide, 'b'],
          [narrow, 'a'],
        ]),
      ).toEqual({ allowed: false, retryAfterSeconds: 60 })
    }
    expect(wide.countAttempt('b').allowed).toBe(true)
    expect(
      countAttemptInAll([
        [narrow, 'a'],
        [wide, 'b'],
      ]),
    ).toEqual({ allowed: false, retryAfterSeconds: 3600 })
  })
})

const search = {
  method: 'GET',
  path: '/snacks',
  access: 'public',
  summary: 'Snacks',
  query: z.object({
    search: z.optional(z.string()),
    category: z.optional(z.string()),
    sort: z.optional(z.string()),
  }),
  reply: dataReply(z.string()),
  status: 200,
  // The rule `newsletter` has a small limit, which keeps the tests short.
  rateLimit: { rule: 'newsletter', onlyWith: ['search', 'category'] },
} as const satisfies Endpoint

const { limit: LIMIT } = IP_LIMITS.newsletter
const SEARCH_URL = '/snacks?search=laddoo'

function createSearchService(trustedProxies: string[] = []) {
  const app = createService({
    logger: createLogger({ service: 'test', level: 'silent' }),
    https: false,
    trustedProxies,
  })
  registerRoutes(app, [route(search, async () => ({ data: 'found' }))], {
    base: '',
    https: false,
    authorise: () => Promise.reject(new Error('all is public')),
    ipGuardOf: createIpGuards({ scale: 1, now: () => new Date('2026-01-01T00:00:00Z') }),
  })
  return app
}

it('a limited address gets 429 with the seconds to wait, and another address is served', async () => {
  const app = createSearchService()
  const request = (remoteAddress: string) => app.inject({ url: SEARCH_URL, remoteAddress })
  // Both spellings are the same address.
  for (let times = 0; times < LIMIT; times += 1) {
    expect((await request(times % 2 ? '203.0.113.7' : '::ffff:203.0.113.7')).statusCode).toBe(200)
  }

  const refused = await request('203.0.113.7')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('3600')
  expect(refused.json()).toEqual({
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many attempts. Please try again in 60 minutes.',
  })
  expect((await request('203.0.113.8')).statusCode).toBe(200)
})

it('a limit with `onlyWith` counts only calls with one of these query parameters', async () => {
  const app = createSearchService()
  for (let times = 0; times < 2 * LIMIT; times += 1) {
    expect((await app.inject('/snacks?sort=newest')).statusCode).toBe(200)
  }
  for (let times = 0; times < LIMIT; times += 1) {
    const url = times % 2 ? SEARCH_URL : '/snacks?category=sweets'
    expect((await app.inject(url)).statusCode).toBe(200)
  }
  expect((await app.inject('/snacks?category=sweets')).statusCode).toBe(429)
})

/**
 * Sends one call more than the limit. All come from the socket address 127.0.0.1, each with another
 * address in X-Forwarded-For. Returns the status of the last call.
 */
async function sendForwardedCalls(trustedProxies: string[]) {
  const app = createSearchService(trustedProxies)
  let status = 0
  for (let visitor = 0; visitor <= LIMIT; visitor += 1) {
    const headers = { 'x-forwarded-for': `198.51.100.${visitor}` }
    status = (await app.inject({ url: SEARCH_URL, headers })).statusCode
  }
  return status
}

it('calls through a trusted proxy are limited by the address in X-Forwarded-For', async () => {
  expect(await sendForwardedCalls(['127.0.0.1'])).toBe(200)
})

it.each([[[]], [['203.0.113.0/24']]])(
  'calls that do not come from the trusted proxies %j are limited by their socket address',
  async (trustedProxies) => {
    expect(await sendForwardedCalls(trustedProxies)).toBe(429)
  },
)

it('a visitor behind proxies that write ports counts as the address, not as the port or the proxy', async () => {
  const app = createSearchService(['127.0.0.1', '10.0.0.0/8', '2001:db8:ffff::/48'])
  const send = async (forwardedFor: string) =>
    (await app.inject({ url: SEARCH_URL, headers: { 'x-forwarded-for': forwardedFor } })).statusCode
  for (let port = 0; port < LIMIT; port += 1)
    expect(await send(`203.0.113.7:${4711 + port}, [2001:db8:ffff::1]:${port}, 10.0.0.5:${port}`)).toBe(200)
  expect(await send('203.0.113.7:80, 10.0.0.5:1')).toBe(429)
  expect(await send('203.0.113.8:80, 10.0.0.5:1')).toBe(200)
})

it('the owner of a /48 network has the limits of 16 networks, not of 65,536', async () => {
  const app = createSearchService()
  const send = async (remoteAddress: string) =>
    (await app.inject({ url: SEARCH_URL, remoteAddress })).statusCode
  let served = 0
  for (let number = 0; number < 40; number += 1)
    for (let times = 0; times < LIMIT; times += 1)
      if ((await send(`2001:db8:7:${number.toString(16)}::${times}`)) === 200) served += 1
  expect(served).toBe(16 * LIMIT)
  expect(await send('2001:db8:8::1')).toBe(200)
})
