import { createLogger } from '@nashta/service-kit/process/logger'
import type { FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LocalPool, openLocalPool } from '../conformance/local-pool.fixture.ts'
import { USER_POOL_BASE } from '../create-user-pool.ts'
import { createGateway } from './create-gateway.ts'
import { cookieOf, createPageCall, passwordRequest, refreshRequest } from './gateway.fixture.ts'
import { type FetchPool, fetchPoolAt, fetchPoolInProcess } from './pool-connection.ts'

const EMAIL = 'asha@example.in'
const PASSWORD = 'Str0ng!pass'
const HOUR = 3_600_000

let local: LocalPool
let gateway: FastifyInstance
let call: ReturnType<typeof createPageCall>
beforeEach(async () => {
  local = await openLocalPool()
  openGateway(fetchPoolInProcess(local.pool.userPool, USER_POOL_BASE, local.pool.client.secret))
})
afterEach(async () => {
  await gateway.close()
  await local.close()
})

function openGateway(fetchPool: FetchPool, { client = local.pool.client } = {}) {
  gateway = createGateway({
    logger: createLogger({ service: 'identity', level: 'silent' }),
    https: false,
    client,
    records: null,
    fetchPool,
    publicUrl: 'http://snacks.example',
    rateLimitScale: 1,
    now: () => local.clock.now,
  })
  call = createPageCall(gateway)
}

/** The code of the newest mail, once there are this many mails; empty when that mail has no code. */
const newestCode = ({ mailCount }: { mailCount: number }) =>
  vi.waitFor(async () => {
    const found = await local.mailbox.list(EMAIL)
    if (found.length < mailCount) throw new Error('no such mail yet')
    return /\d{6}/.exec(found[0]?.subject ?? '')?.[0] ?? ''
  })

async function signUp() {
  const UserAttributes = [{ Name: 'email', Value: EMAIL }]
  const ClientMetadata = { termsVersion: '2026-01-01' }
  const signedUp = await call('SignUp', {
    Username: EMAIL,
    Password: PASSWORD,
    UserAttributes,
    ClientMetadata,
  })
  expect(signedUp.statusCode).toBe(200)
  const ConfirmationCode = await newestCode({ mailCount: 1 })
  const confirmed = await call('ConfirmSignUp', { Username: EMAIL, ConfirmationCode })
  expect(confirmed.statusCode).toBe(200)
}

async function signIn(password = PASSWORD) {
  const response = await call('InitiateAuth', passwordRequest(EMAIL, password, { rememberMe: 'true' }))
  const { AuthenticationResult: tokens } = response.json<{ AuthenticationResult: Tokens }>()
  return { response, cookie: cookieOf(response), ...tokens }
}

type Tokens = { AccessToken: string; IdToken: string; RefreshToken?: string }

const canReadUser = async (AccessToken: string) => (await call('GetUser', { AccessToken })).statusCode === 200
const canRefresh = async (cookie: string) =>
  (await call('InitiateAuth', refreshRequest, { cookie })).statusCode === 200

it.each([
  [
    'in this process',
    () => fetchPoolInProcess(local.pool.userPool, USER_POOL_BASE, local.pool.client.secret),
  ],
  ['at another address', () => fetchPoolAt(local.endpoint)],
])('a shopper signs up, confirms, signs in and refreshes at a pool %s', async (_where, connect) => {
  await gateway.close()
  openGateway(connect())
  await signUp()
  const { response, cookie, AccessToken, RefreshToken } = await signIn()
  expect(response.statusCode).toBe(200)
  expect(RefreshToken).toBeUndefined()
  expect((await call('GetUser', { AccessToken })).json()).toMatchObject({
    UserAttributes: expect.arrayContaining([{ Name: 'email', Value: EMAIL }]),
  })

  local.advance(2 * HOUR)
  expect(await canReadUser(AccessToken)).toBe(false)
  const renewed = await call('InitiateAuth', refreshRequest, { cookie })
  expect(renewed.headers).not.toHaveProperty('set-cookie')
  const { AuthenticationResult } = renewed.json<{ AuthenticationResult: Tokens }>()
  expect(AuthenticationResult).not.toHaveProperty('RefreshToken')
  expect(await canReadUser(AuthenticationResult.AccessToken)).toBe(true)
})

it('a guesser gains nothing by alternating between two stores: their pool counts too', async () => {
  const sharedPool = await openLocalPool({ rateLimitScale: 1 })
  const { client } = sharedPool.pool
  const openStore = () =>
    createGateway({
      logger: createLogger({ service: 'identity', level: 'silent' }),
      https: false,
      client,
      fetchPool: fetchPoolAt(sharedPool.endpoint, client.secret),
      records: null,
      publicUrl: 'http://snacks.example',
      rateLimitScale: 1,
      now: () => sharedPool.clock.now,
    })
  const [first, second] = [openStore(), openStore()]
  const statuses: number[] = []
  for (let tries = 0; tries <= 30; tries += 1) {
    const store = tries % 2 === 0 ? first : second
    const guess = passwordRequest(`someone.${tries}@example.in`, 'Wr0ng!pass')
    const callStore = createPageCall(store)
    const response = await callStore('InitiateAuth', guess, { remoteAddress: '203.0.113.7' })
    statuses.push(response.statusCode)
    // Calls from other addresses do not count towards the limit of 203.0.113.7.
    await callStore('InitiateAuth', guess, { remoteAddress: `198.51.100.${tries}` })
  }
  // The first 30 guesses are allowed.
  expect(statuses.indexOf(429)).toBe(30)
  await first.close()
  await second.close()
  await sharedPool.close()
})

it.each<[string, (email: string) => object]>([
  ['InitiateAuth', (email) => passwordRequest(email, 'Wr0ng!pass')],
  ['ForgotPassword', (Username) => ({ Username })],
  ['ResendConfirmationCode', (Username) => ({ Username })],
])('%s responds alike for a known and an unknown address', async (name, body) => {
  await signUp()
  // Both addresses have the same masked form, a***@e***.
  const [known, unknown] = [await call(name, body(EMAIL)), await call(name, body('anna@example.in'))]
  expect(unknown.statusCode).toBe(known.statusCode)
  expect(unknown.body).toBe(known.body)
})

describe('signing out', () => {
  it('ends this session at once, although its access token has long expired', async () => {
    await signUp()
    const { cookie } = await signIn()
    const other = await signIn()
    local.advance(5 * HOUR)
    const signedOut = await call('RevokeToken', {}, { cookie })

    expect(signedOut.statusCode).toBe(200)
    expect(await canRefresh(cookie)).toBe(false)
    expect(await canRefresh(other.cookie)).toBe(true)
  })

  it('ends the access tokens of the session', async () => {
    await signUp()
    const { cookie, AccessToken } = await signIn()
    expect(await canReadUser(AccessToken)).toBe(true)
    await call('RevokeToken', {}, { cookie })

    expect(await canReadUser(AccessToken)).toBe(false)
    expect((await call('RevokeToken', {}, { cookie })).statusCode).toBe(200)
  })

  it('ends every session when the shopper signs out everywhere', async () => {
    await signUp()
    const { cookie, AccessToken } = await signIn()
    const other = await signIn()
    const signedOut = await call('GlobalSignOut', { AccessToken }, { cookie })

    expect(signedOut.headers['set-cookie']).toMatch(/^nashta-refresh=; Max-Age=0/)
    expect(await canRefresh(cookie)).toBe(false)
    expect(await canRefresh(other.cookie)).toBe(false)
  })
})

it('a shopper changes the password, and resets a forgotten one', async () => {
  await signUp()
  const { AccessToken } = await signIn()
  const changed = await call('ChangePassword', {
    AccessToken,
    PreviousPassword: PASSWORD,
    ProposedPassword: 'An0ther!pass',
  })
  expect(changed.statusCode).toBe(200)
  expect((await call('InitiateAuth', passwordRequest(EMAIL, PASSWORD))).statusCode).toBe(400)

  // The second mail is the notice of the new password.
  await newestCode({ mailCount: 2 })
  await call('ForgotPassword', { Username: EMAIL })
  const ConfirmationCode = await newestCode({ mailCount: 3 })
  const reset = await call('ConfirmForgotPassword', {
    Username: EMAIL,
    ConfirmationCode,
    Password: 'Th1rd!pass',
  })
  expect(reset.statusCode).toBe(200)
  expect((await signIn('Th1rd!pass')).response.statusCode).toBe(200)
})

it('a refresh token in a cookie with another user name signs no user in', async () => {
  await signUp()
  const { cookie, AccessToken } = await signIn()
  const { sub = '' } = decodeJwt(AccessToken)
  // The cookie has three parts: the user name, 1 for a persistent cookie, and the token.
  const [, , token = ''] = cookie.split('.')
  const cookieFor = (username: string) =>
    `nashta-refresh=${Buffer.from(username).toString('base64url')}.1.${token}`

  expect(await canRefresh(cookieFor('another-sub'))).toBe(false)
  expect(await canRefresh(cookieFor(EMAIL))).toBe(false)
  expect(await canRefresh(cookieFor(sub))).toBe(true)
})

it('no response contains the client secret', async () => {
  await signUp()
  const wrongSecret = 'canary0secret0of0the0store'
  const { AccessToken, cookie, response } = await signIn()
  const responses = [
    response,
    await call('GetUser', { AccessToken }),
    await call('InitiateAuth', refreshRequest, { cookie }),
  ]
  await gateway.close()
  // The pool refuses every call of a gateway with a wrong secret.
  openGateway(fetchPoolInProcess(local.pool.userPool, USER_POOL_BASE, local.pool.client.secret), {
    client: { ...local.pool.client, secret: wrongSecret },
  })
  responses.push(
    await call('InitiateAuth', passwordRequest(EMAIL, PASSWORD)),
    await call('ForgotPassword', { Username: EMAIL }),
    await call('InitiateAuth', refreshRequest, { cookie }),
    await call('RevokeToken', {}, { cookie }),
  )

  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 400, 400, 400, 400])
  const texts = JSON.stringify(responses.map(({ headers, body }) => [headers, body]))
  for (const secret of [local.pool.client.secret, wrongSecret]) expect(texts).not.toContain(secret)
})
