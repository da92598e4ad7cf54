import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  GlobalSignOutCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { connectUserPool } from '@nashta/service-kit/auth/remote-user-pool'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { LOCAL, type LocalPool, openLocalPool } from './conformance/local-pool.fixture.ts'
import { peopleOf } from './conformance/people.fixture.ts'
import { codeFor, unusedEmail } from './conformance/pool.fixture.ts'
import { secondFactorOf } from './conformance/second-factor.fixture.ts'

/** A remote pool caches the state of a session for this long. */
const CACHE_MS = 5000

let local: LocalPool
let people: ReturnType<typeof peopleOf>
let remote: ReturnType<typeof connectUserPool>
beforeEach(async () => {
  local = await openLocalPool()
  people = peopleOf({ ...LOCAL, ...local, mailsTo: (email) => local.mailbox.list(email), local })
  remote = connectUserPool({
    endpoint: local.endpoint,
    region: LOCAL.region,
    poolId: LOCAL.poolId,
    clientId: LOCAL.clients.C0.id,
    records: null,
    now: () => local.clock.now,
  })
})
afterEach(() => local.close())

it('twenty concurrent checks of a token make two requests, and its user is known', async () => {
  const { sub, email, AccessToken } = await people.signedIn()
  const before = local.requests.count
  const callers = await Promise.all(Array.from({ length: 20 }, () => remote.verifyToken(AccessToken)))

  expect(new Set(callers.map((caller) => caller?.sub))).toEqual(new Set([sub]))
  // One request for the keys, and one that checks the session.
  expect(local.requests.count - before).toBe(2)
  expect(await remote.emailOf({ sub, username: sub, groups: [] })).toBe(email)
  expect(await remote.fullNameOf({ sub, username: sub, groups: [] })).toBe('Asha Rao')
  expect(await local.pool.fullNameOf({ sub, username: sub, groups: [] })).toBe('Asha Rao')
  expect(await remote.fullNameOf({ sub: 'stranger', username: 'stranger', groups: [] })).toBeNull()
  expect(await remote.emailOf({ sub: 'stranger', username: 'stranger', groups: [] })).toBeNull()
  expect(await remote.hasSecondFactor({ sub, username: sub, groups: [] })).toBe(false)
})

it.each([
  ['within five seconds', CACHE_MS],
  ['at once after the clock was set back by an hour', -3_600_000],
])('a sign-out takes effect %s', async (_when, elapsedMs) => {
  const { AccessToken } = await people.signedIn()
  expect(await remote.verifyToken(AccessToken)).not.toBeNull()
  await people.client.send(new GlobalSignOutCommand({ AccessToken }))

  local.advance(elapsedMs)
  expect(await remote.verifyToken(AccessToken)).toBeNull()
})

it('tokens with made-up key ids are refused, and cause at most ten requests a minute', async () => {
  const { AccessToken } = await people.signedIn()
  const [, payload] = AccessToken.split('.')
  const header = Buffer.from('{"alg":"RS256","kid":"made up"}').toString('base64url')
  const before = local.requests.count
  for (let times = 0; times < 30; times += 1) {
    expect(await remote.verifyToken(`${header}.${payload}.AAAA`)).toBeNull()
  }
  // One request loads the keys, and ten more look for the made-up key.
  expect(local.requests.count - before).toBe(11)
})

it('an id token is refused', async () => {
  const { IdToken } = await people.signedIn()
  expect(await remote.verifyToken(IdToken)).toBeNull()
})

it('an unreachable pool is reported as unavailable, and the token not as invalid', async () => {
  const { AccessToken } = await people.signedIn()
  expect(await remote.verifyToken(AccessToken)).not.toBeNull()
  await local.pool.userPool.close()
  local.advance(CACHE_MS)

  await expect(remote.verifyToken(AccessToken)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(remote.probe()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

it('the former addresses of an account are known, so that they can be erased too', async () => {
  const pool = { ...LOCAL, ...local, mailsTo: (to: string) => local.mailbox.list(to), local }
  const { sub, email, AccessToken } = await people.signedIn()
  const caller = { sub, username: sub, groups: [] }
  await remote.verifyToken(AccessToken)
  expect(await remote.formerEmailsOf(caller)).toEqual([])

  const newEmail = unusedEmail('new')
  const UserAttributes = [{ Name: 'email', Value: newEmail }]
  await people.client.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes }))
  const verification = { AccessToken, AttributeName: 'email', Code: await codeFor(pool, newEmail) }
  await people.client.send(new VerifyUserAttributeCommand(verification))
  local.advance(CACHE_MS)
  await remote.verifyToken(AccessToken)
  expect(await remote.formerEmailsOf(caller)).toEqual([email])
  expect(await local.pool.formerEmailsOf(caller)).toEqual([email])
})

it('a second factor that was turned on is known after the next check of a token', async () => {
  const pool = { ...LOCAL, ...local, mailsTo: (email: string) => local.mailbox.list(email), local }
  const { sub, AccessToken } = await secondFactorOf(pool).protectedUser()
  const caller = { sub, username: sub, groups: [] }
  // The remote pool learns of the second factor when it checks a token.
  expect(await remote.hasSecondFactor(caller)).toBe(false)
  await remote.verifyToken(AccessToken)
  expect(await remote.hasSecondFactor(caller)).toBe(true)
})

it('a session ends with an error about it, and not with throttling or an empty body', async () => {
  const { AccessToken } = await people.signedIn()
  const keys = await (await fetch(`${local.endpoint}/${LOCAL.poolId}/.well-known/jwks.json`)).text()
  let body = ''
  // Sends the keys of the real pool, and responds to all calls with status 400 and `body`.
  const connected = await connectFakePool(({ method }, response) => {
    response.statusCode = method === 'GET' ? 200 : 400
    response.end(method === 'GET' ? keys : body)
  })

  for (const kind of ['TooManyRequestsException', 'InternalErrorException', null]) {
    body = kind === null ? '' : JSON.stringify({ __type: kind })
    await expect(connected.verifyToken(AccessToken)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  }
  for (const kind of ['NotAuthorizedException', 'UserNotFoundException']) {
    body = JSON.stringify({ __type: kind })
    expect(await connected.verifyToken(AccessToken)).toBeNull()
    // The end of a session is cached, unlike the errors above. The next round must not use it.
    local.advance(CACHE_MS)
  }
})

it.each([
  ['an error', 400, '{"__type":"ResourceNotFoundException"}'],
  ['a page', 200, '<html>Please wait</html>'],
  ['other JSON', 200, '{}'],
])('a pool that sends %s in place of its keys is reported as unavailable', async (_what, status, body) => {
  const { AccessToken } = await people.signedIn()
  const connected = await connectFakePool((_request, response) => {
    response.statusCode = status
    response.end(body)
  })
  const unavailable = { code: 'UNAVAILABLE', retryAfter: expect.any(Number) }
  await expect(connected.verifyToken(AccessToken)).rejects.toMatchObject(unavailable)
  await expect(connected.probe()).rejects.toMatchObject(unavailable)
})

async function connectFakePool(respond: RequestListener) {
  const fakePool = createServer(respond)
  onTestFinished(() => void fakePool.close())
  fakePool.listen(0, '127.0.0.1')
  await once(fakePool, 'listening')
  const { port } = fakePool.address() as AddressInfo
  return connectUserPool({
    endpoint: `http://127.0.0.1:${port}`,
    region: LOCAL.region,
    poolId: LOCAL.poolId,
    clientId: LOCAL.clients.C0.id,
    records: null,
    now: () => local.clock.now,
  })
}
