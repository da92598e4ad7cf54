import type { Access, Endpoint } from '@nashta/contracts/api/endpoint'
import { dataReply } from '@nashta/contracts/api/reply'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createService } from '../http/create-service.ts'
import { registerRoutes, route } from '../http/routes.ts'
import { createLogger } from '../process/logger.ts'
import { type Caller, createAuthorise, createTokenVerifier, type HasSecondFactor } from './authorise.ts'
import { type Claims, createTestPool } from './test-pool.fixture.ts'

const NOW = new Date('2026-01-01T12:00:00Z')

const endpoint = (access: Access, freshSignIn?: true) =>
  ({
    method: 'POST',
    path: `/${freshSignIn ? 'fresh-' : ''}${access}/:userId`,
    access,
    ...(freshSignIn && { freshSignIn }),
    summary: '',
    params: z.object({ userId: z.string() }),
    body: z.object({ needed: z.string() }),
    reply: dataReply(z.nullable(z.string())),
    status: 200,
  }) as const satisfies Endpoint

const WITHOUT_EMAIL = 'without-email'
const emailOf = async ({ sub }: Caller) => (sub === WITHOUT_EMAIL ? null : `${sub}@example.in`)

async function setup({ hasSecondFactor = null }: { hasSecondFactor?: HasSecondFactor | null } = {}) {
  const pool = await createTestPool(NOW)
  const clock = { now: NOW }
  const revoked = new Set<string>()
  const verifyToken = createTokenVerifier({
    ...pool.verification,
    isRevoked: ({ sub }) => revoked.has(sub),
    now: () => clock.now,
  })
  const app = createService({ logger: createLogger({ service: 'test', level: 'silent' }), https: false })
  registerRoutes(
    app,
    [
      ...(['public', 'optional', 'self', 'owner', 'admin'] as const).map((access) => endpoint(access)),
      endpoint('admin', true),
    ].map((each) => route(each, async ({ caller }) => ({ data: caller?.sub ?? null }))),
    {
      base: '',
      https: false,
      ipGuardOf: () => null,
      authorise: createAuthorise(verifyToken, emailOf, hasSecondFactor, () => clock.now),
    },
  )
  const call = async (access: Access, token?: string, userId = 'asha') => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await app.inject({
      method: 'POST',
      url: `/${access}/${userId}`,
      headers,
      body: { needed: 'x' },
    })
    return response.statusCode
  }
  return { pool, clock, revoked, call, app }
}

/** The status that each caller gets on a route of each access, with `asha` in the path. */
const CALLERS: [string, Claims | null, Record<Access, number>][] = [
  ['a guest', null, { public: 200, optional: 200, self: 401, owner: 401, admin: 401 }],
  [
    'the shopper whose `sub` is in the path',
    { sub: 'asha' },
    { public: 200, optional: 200, self: 200, owner: 200, admin: 403 },
  ],
  ['another shopper', { sub: 'ravi' }, { public: 200, optional: 200, self: 403, owner: 200, admin: 403 }],
  [
    'an admin',
    { sub: 'boss', groups: ['admin'] },
    { public: 200, optional: 200, self: 403, owner: 200, admin: 200 },
  ],
  [
    'the shopper whose user name is in the path',
    { sub: 'x-1', username: 'asha' },
    { public: 200, optional: 200, self: 200, owner: 200, admin: 403 },
  ],
]

describe.each(CALLERS)('%s', (_caller, claims, expected) => {
  it.each(Object.entries(expected) as [Access, number][])(
    'on a route with access "%s" gets %i',
    async (access, status) => {
      const { pool, call } = await setup()
      expect(await call(access, claims ? await pool.sign(claims) : undefined)).toBe(status)
    },
  )
})

it.each([
  ['her own e-mail address', 200, 'asha', 'asha@example.in'],
  ['her own e-mail address in another spelling', 200, 'asha', 'ASHA@Example.IN'],
  ["another shopper's e-mail address", 403, 'ravi', 'asha@example.in'],
  ['the text "null", while the pool has no e-mail address,', 403, WITHOUT_EMAIL, 'null'],
])('a shopper with %s in the path gets %i', async (_case, status, sub, userId) => {
  const { pool, call } = await setup()
  expect(await call('self', await pool.sign({ sub }), encodeURIComponent(userId))).toBe(status)
})

it.each([
  ['five minutes ago', 300, 200, undefined],
  ['more than five minutes ago', 301, 403, 'SIGN_IN_AGAIN'],
  ['at an unknown time', null, 403, 'SIGN_IN_AGAIN'],
])(
  'an admin who signed in %s gets the right response from a call that needs a fresh sign-in',
  async (_case, age, status, code) => {
    const { pool, app } = await setup()
    const authTime = age === null ? {} : { authTime: NOW.getTime() / 1000 - age }
    const response = await app.inject({
      method: 'POST',
      url: '/fresh-admin/asha',
      headers: {
        authorization: `Bearer ${await pool.sign({ sub: 'boss', groups: ['admin'], ...authTime })}`,
      },
      body: { needed: 'x' },
    })
    expect([response.statusCode, response.json<{ code?: string }>().code]).toEqual([status, code])
  },
)

it('a shopper learns nothing about the sign-in that a call of operators needs', async () => {
  const { pool, app } = await setup()
  const headers = { authorization: `Bearer ${await pool.sign({ sub: 'asha' })}` }
  const response = await app.inject({
    method: 'POST',
    url: '/fresh-admin/asha',
    headers,
    body: { needed: 'x' },
  })
  expect(response.json()).toMatchObject({ code: 'FORBIDDEN' })
})

it.each<[string, Claims]>([
  ['has expired', { sub: 'asha', expiresAt: NOW.getTime() / 1000 - 1 }],
  ['is not valid yet', { sub: 'asha', notBefore: NOW.getTime() / 1000 + 60 }],
  ['is an id token', { sub: 'asha', tokenUse: 'id' }],
  ['comes from another pool', { sub: 'asha', issuer: 'https://elsewhere.example/pool' }],
  ['is for another client', { sub: 'asha', clientId: 'another-client' }],
])('a token that %s is refused', async (_case, claims) => {
  const { pool, call } = await setup()
  expect(await call('owner', await pool.sign(claims))).toBe(401)
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

it('an unsigned, modified, foreign or malformed token is refused', async () => {
  const { pool, call } = await setup()
  const [header = '', payload = '', signature = ''] = (await pool.sign({ sub: 'asha' })).split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  const otherPool = await createTestPool(NOW)
  // All test pools share their first key, so this pool needs another.
  await otherPool.rotate()

  expect(await call('owner', `${encode({ alg: 'none' })}.${payload}.`)).toBe(401)
  expect(await call('owner', `${encode({ alg: 'HS256' })}.${payload}.${signature}`)).toBe(401)
  expect(await call('owner', `${header}.${encode({ ...claims, sub: 'ravi' })}.${signature}`)).toBe(401)
  expect(await call('owner', await otherPool.sign({ sub: 'asha' }))).toBe(401)
  expect(await call('owner', 'not.a.token')).toBe(401)
  expect(await call('owner', '')).toBe(401)
})

it('a cached token is refused once it expires or its session ends', async () => {
  const { pool, clock, revoked, call } = await setup()
  const token = await pool.sign({ sub: 'asha' })
  expect(await call('owner', token)).toBe(200)

  revoked.add('asha')
  expect(await call('owner', token)).toBe(401)
  // The token is accepted again, so that only its expiry is the reason for the next refusal.
  revoked.clear()
  expect(await call('owner', token)).toBe(200)
  clock.now = new Date(NOW.getTime() + 3_600_000)
  expect(await call('owner', token)).toBe(401)
})

it('a token signed with a new key of the pool is accepted', async () => {
  const { pool, call } = await setup()
  expect(await call('owner', await pool.sign({ sub: 'asha' }))).toBe(200)
  await pool.rotate()
  expect(await call('owner', await pool.sign({ sub: 'asha' }))).toBe(200)
})

it('a cached token is refused a minute after the pool stops publishing its key', async () => {
  const { pool, clock, call } = await setup()
  const token = await pool.sign({ sub: 'asha' })
  expect(await call('owner', token)).toBe(200)
  await pool.rotate()
  clock.now = new Date(NOW.getTime() + 60_000)
  expect(await call('owner', token)).toBe(401)
})

it('a token is refused at once when a pool in this process stops trusting its key', async () => {
  const pool = await createTestPool(NOW)
  let isTrusted = true
  const verifyToken = createTokenVerifier({
    ...pool.verification,
    isRevoked: () => false,
    isKeyTrusted: () => isTrusted,
    now: () => NOW,
  })
  const token = await pool.sign({ sub: 'asha' })
  expect(await verifyToken(token)).not.toBeNull()
  isTrusted = false
  expect(await verifyToken(token)).toBeNull()
})

it('the refusal of a guest says nothing about the expected input', async () => {
  const { app } = await setup()
  const response = await app.inject({
    method: 'POST',
    url: '/self/asha',
    headers: { 'content-type': 'text/plain' },
  })
  expect(response.statusCode).toBe(401)
  expect(response.json()).toEqual({ code: 'UNAUTHENTICATED', message: 'Please sign in' })
})

it('without a required second factor, an operator is refused only on operator routes', async () => {
  const { pool, call } = await setup({ hasSecondFactor: async ({ sub }) => sub === 'asha' })
  const [asha, boss] = await Promise.all(['asha', 'boss'].map((sub) => pool.sign({ sub, groups: ['admin'] })))
  expect(await call('admin', asha)).toBe(200)
  expect(await call('admin', boss)).toBe(403)
  expect(await call('owner', boss)).toBe(200)
})

it('without the user pool, calls with optional access have no caller and others fail', async () => {
  const authorise = createAuthorise(() => Promise.reject(new Error('the pool is away')))
  const request = { headers: { authorization: 'Bearer x' } } as FastifyRequest
  const call = { method: 'GET', path: '/' } as const
  expect(await authorise({ ...call, access: 'optional' }, request)).toBeNull()
  await expect(authorise({ ...call, access: 'owner' }, request)).rejects.toThrow('the pool is away')
})

/** A verifier whose pool goes down after one token was verified. */
async function setUpOutage() {
  const pool = await createTestPool(NOW)
  const clock = { now: NOW }
  let isDown = false
  let requests = 0
  const verifyToken = createTokenVerifier({
    ...pool.verification,
    async fetchKeys() {
      requests += 1
      if (isDown) throw new Error('The pool is down')
      return pool.verification.fetchKeys()
    },
    isRevoked: () => false,
    now: () => clock.now,
  })
  const token = await pool.sign({ sub: 'asha', expiresAt: NOW.getTime() / 1000 + 7200 })
  await verifyToken(token)
  isDown = true
  requests = 0
  return {
    pool,
    verify: (afterMs: number, sent = token) => {
      clock.now = new Date(NOW.getTime() + afterMs)
      return verifyToken(sent)
    },
    requests: () => requests,
  }
}

describe('the keys of a pool that cannot be reached', () => {
  it('stay in use for an hour, and are asked for every ten seconds', async () => {
    const { verify, requests } = await setUpOutage()
    expect(await verify(59_000)).toMatchObject({ sub: 'asha' })
    expect(requests()).toBe(0)
    for (const afterMs of [60_000, 65_000, 69_000])
      expect(await verify(afterMs)).toMatchObject({ sub: 'asha' })
    expect(requests()).toBe(1)
    expect(await verify(70_000)).toMatchObject({ sub: 'asha' })
    expect(requests()).toBe(2)
    await expect(verify(3_600_000)).rejects.toThrow('The pool is down')
  })

  it('leave it open whether a token with an unknown key is valid', async () => {
    const { pool, verify } = await setUpOutage()
    await pool.rotate()
    await expect(verify(0, await pool.sign({ sub: 'asha' }))).rejects.toThrow('The pool is down')
    expect(await verify(0)).toMatchObject({ sub: 'asha' })
  })
})
