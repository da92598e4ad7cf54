import { afterAll, beforeAll, expect, it } from 'vitest'
import { LOCAL, type LocalPool, openLocalPool } from '../conformance/local-pool.fixture.ts'
import { post } from '../conformance/post.fixture.ts'
import { GATEWAY_HEADER, gatewayProof, VISITOR_HEADER } from './gateway-proof.ts'

let local: LocalPool
beforeAll(async () => {
  local = await openLocalPool({ rateLimitScale: 1 })
})
afterAll(() => local.close())

/** The longest period of a limit. After an hour the calls of earlier tests no longer count. */
const HOUR_MS = 3_600_000

/** A client that hides which users exist, like the store's own. */
const { id: ClientId } = LOCAL.clients.C2

/** A sign-in with a wrong password, which is refused with 400, or with 429 beyond the limit. */
const signIn = (headers: Record<string, string> = {}, AuthFlow = 'USER_PASSWORD_AUTH') => {
  const AuthParameters = { USERNAME: 'asha@example.in', PASSWORD: 'Wr0ng!pass', REFRESH_TOKEN: 'x' }
  return post(local, 'InitiateAuth', { ClientId, AuthFlow, AuthParameters }, headers)
}

/** A sign-in with the network address of a visitor in the gateway's header. */
const signInFor = (ip: string, headers = {}) => signIn({ [VISITOR_HEADER]: ip, ...headers })

it('a stranger who calls the pool without the gateway can try thirty passwords a minute', async () => {
  for (let tries = 0; tries < 30; tries += 1) expect((await signIn()).status).toBe(400)

  const refused = await signIn()
  expect(refused.status).toBe(429)
  expect(refused.body).toContain('"__type":"TooManyRequestsException"')
  expect(refused.headers.get('retry-after')).toBe('60')

  // A made-up value in the gateway's header does not lift the limit, not even one as long as a proof.
  for (const proof of ['true', 'A'.repeat(43), gatewayProof('guessed')]) {
    expect((await signIn({ [GATEWAY_HEADER]: proof })).status).toBe(429)
  }
  // The gateway's calls, a refresh and the pool's keys are not affected.
  const proof = gatewayProof(local.pool.client.secret)
  expect((await signIn({ [GATEWAY_HEADER]: proof })).status).toBe(400)
  expect((await signIn({}, 'REFRESH_TOKEN_AUTH')).status).toBe(400)
  expect((await fetch(`${local.endpoint}/${LOCAL.poolId}/.well-known/jwks.json`)).status).toBe(200)

  local.advance(60_000)
  expect((await signIn()).status).toBe(400)
})

it('the pool counts by the address in a header that only the gateway can set', async () => {
  local.advance(HOUR_MS)
  const fromGateway = { [GATEWAY_HEADER]: gatewayProof(local.pool.client.secret) }
  for (let tries = 0; tries < 30; tries += 1)
    expect((await signInFor('203.0.113.7', fromGateway)).status).toBe(400)
  expect((await signInFor('203.0.113.7', fromGateway)).status).toBe(429)
  // A proxy between gateway and pool has appended an address.
  expect((await signInFor('203.0.113.7, 10.0.0.1', fromGateway)).status).toBe(429)
  expect((await signInFor('203.0.113.8', fromGateway)).status).toBe(400)

  // Without the gateway's proof the header is ignored, so all of these calls count for one address.
  const statuses: number[] = []
  for (let tries = 0; tries <= 30; tries += 1) {
    statuses.push((await signInFor(`198.51.100.${tries}`)).status)
  }
  expect(statuses.indexOf(429)).toBe(30)
})

it.each([
  ['SignUp', 10, { Password: 'Str0ng!pass' }],
  ['ForgotPassword', 20, {}],
  // The `AuthFlow` of a refresh exempts InitiateAuth from the limit, and no other operation.
  ['ResendConfirmationCode', 20, { AuthFlow: 'REFRESH_TOKEN' }],
  ['ConfirmSignUp', 60, { ConfirmationCode: '000000' }],
  ['ConfirmForgotPassword', 60, { ConfirmationCode: '000000', Password: 'Str0ng!pass' }],
])(
  'a stranger who calls %s for many accounts is stopped after %i calls an hour',
  async (name, limit, fields) => {
    local.advance(HOUR_MS)
    const statuses: number[] = []
    for (let calls = 0; calls <= limit; calls += 1) {
      const Username = `asha.${name}.${calls}@example.in`
      statuses.push((await post(local, name, { ClientId, Username, ...fields })).status)
    }
    expect(statuses.indexOf(429)).toBe(limit)
  },
)

it.each([
  ['VerifySoftwareToken', { AccessToken: 'x', UserCode: '000000' }],
  ['UpdateUserAttributes', { AccessToken: 'x', UserAttributes: [] }],
  ['RespondToAuthChallenge', { ClientId, ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 'x'.repeat(30) }],
])('a stranger who calls %s is stopped within 150 calls', async (name, fields) => {
  local.advance(HOUR_MS)
  const statuses = new Set<number>()
  for (let calls = 0; calls < 150; calls += 1) statuses.add((await post(local, name, fields)).status)
  expect([...statuses]).toEqual([400, 429])
})
