import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { IP_LIMITS } from '@nashta/contracts/api/rate-limits'
import { dataReply } from '@nashta/contracts/api/reply'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createService } from '../http/create-service.ts'
import { registerRoutes, route } from '../http/routes.ts'
import { createLogger } from '../process/logger.ts'
import { createLimitCalls } from './limit-calls.ts'

const search = {
  method: 'GET',
  path: '/snacks',
  access: 'public',
  summary: 'Snacks',
  query: z.object({ search: z.optional(z.string()) }),
  reply: dataReply(z.string()),
  status: 200,
  rateLimit: { rule: 'newsletter', onlyWith: 'search' },
} as const satisfies Endpoint

const { limit: LIMIT } = IP_LIMITS.newsletter
const FOUND = '/snacks?search=laddoo'

function service(trustedProxies: string[] = []) {
  const app = createService({
    logger: createLogger({ service: 'test', level: 'silent' }),
    https: false,
    trustedProxies,
  })
  registerRoutes(app, [route(search, async () => ({ data: 'found' }))], {
    base: '',
    https: false,
    authorise: () => Promise.reject(new Error('all is public')),
    limitCalls: createLimitCalls({ scale: 1, now: () => new Date('2026-01-01T00:00:00Z') }),
  })
  return app
}

it('a limited address gets 429 with the seconds to wait, and another address is served', async () => {
  const app = service()
  const ask = (remoteAddress: string) => app.inject({ url: FOUND, remoteAddress })
  for (let times = 0; times < LIMIT; times += 1) {
    expect((await ask(times % 2 ? '203.0.113.7' : '::ffff:203.0.113.7')).statusCode).toBe(200)
  }

  const refused = await ask('203.0.113.7')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('3600')
  expect(refused.json()).toEqual({
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many attempts. Please try again in 60 minutes.',
  })
  expect((await ask('203.0.113.8')).statusCode).toBe(200)
})

it('a limit with `onlyWith` counts only calls with this query parameter', async () => {
  const app = service()
  for (let times = 0; times < 2 * LIMIT; times += 1) {
    expect((await app.inject('/snacks')).statusCode).toBe(200)
  }
  expect((await app.inject(FOUND)).statusCode).toBe(200)
})

async function statusesThrough(app: ReturnType<typeof service>) {
  const statuses = []
  for (let visitor = 0; visitor <= LIMIT; visitor += 1) {
    const headers = { 'x-forwarded-for': `198.51.100.${visitor}` }
    statuses.push((await app.inject({ url: FOUND, headers })).statusCode)
  }
  return statuses
}

it('calls are limited by the address of the socket, not that of a header', async () => {
  expect((await statusesThrough(service())).at(-1)).toBe(429)
})

it('calls through a trusted proxy are limited by the address in its header', async () => {
  expect((await statusesThrough(service(['127.0.0.1']))).at(-1)).toBe(200)
  expect((await statusesThrough(service(['203.0.113.0/24']))).at(-1)).toBe(429)
})
