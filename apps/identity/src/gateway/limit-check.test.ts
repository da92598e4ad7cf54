import { ACCOUNT_LIMITS, IP_LIMITS } from '@nashta/contracts/api/rate-limits'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openGateway, passwordRequest, refreshRequest } from './gateway.fixture.ts'

let open: Awaited<ReturnType<typeof openGateway>>
beforeEach(async () => {
  open = await openGateway()
})
afterEach(() => open.close())

type Ask = (n: number) => [name: string, body: object]

/** The nth account, and the nth network address. */
const someone = (n: number) => `visitor-${n}@example.in`
const network = (n: number) => `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`

const byAddress: [keyof typeof IP_LIMITS, string, Ask][] = [
  ['signIn', 'signing in', (n) => ['InitiateAuth', passwordRequest(someone(n), 'x')]],
  ['signIn', 'changing a password', () => ['ChangePassword', { AccessToken: 't' }]],
  ['signUp', 'signing up', (n) => ['SignUp', { Username: someone(n) }]],
  ['codeRequest', 'asking for the code again', (n) => ['ResendConfirmationCode', { Username: someone(n) }]],
  ['codeRequest', 'forgetting a password', (n) => ['ForgotPassword', { Username: someone(n) }]],
  ['codeRequest', 'asking to verify', () => ['GetUserAttributeVerificationCode', { AccessToken: 't' }]],
  ['codeEntry', 'confirming', (n) => ['ConfirmSignUp', { Username: someone(n) }]],
  ['codeEntry', 'resetting a password', (n) => ['ConfirmForgotPassword', { Username: someone(n) }]],
  ['codeEntry', 'verifying', () => ['VerifyUserAttribute', { AccessToken: 't' }]],
  ['account', 'refreshing', () => ['InitiateAuth', refreshRequest]],
  ['account', 'reading the profile', () => ['GetUser', { AccessToken: 't' }]],
]

describe('the limits of one network address', () => {
  it.each(byAddress)('the limit %s holds for %s', async (limit, _what, trySignIn) => {
    const rule = IP_LIMITS[limit]
    for (let n = 0; n < rule.limit; n += 1) {
      expect((await open.call(...trySignIn(n), { remoteAddress: '203.0.113.7' })).statusCode).not.toBe(429)
    }
    const seen = open.calls.length
    const refused = await open.call(...trySignIn(999), { remoteAddress: '203.0.113.7' })

    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe(String(rule.perSeconds))
    expect(refused.headers['x-amzn-errortype']).toBe('TooManyRequestsException:')
    expect(refused.json()).toEqual({
      __type: 'TooManyRequestsException',
      message: expect.stringMatching(/^Too many attempts\. Please try again in /),
    })
    expect(open.calls).toHaveLength(seen)
    expect((await open.call(...trySignIn(1000), { remoteAddress: '203.0.113.8' })).statusCode).not.toBe(429)
  })

  it('do not count refused calls, and end after retry-after', async () => {
    const trySignIn = (n: number) => open.call('InitiateAuth', passwordRequest(someone(n), 'x'))
    for (let n = 0; n < 30; n += 1) await trySignIn(n)
    open.clock.now += 59_000
    for (let n = 0; n < 20; n += 1) expect((await trySignIn(100)).headers['retry-after']).toBe('1')

    open.clock.now += 1000
    expect((await trySignIn(100)).statusCode).toBe(200)
  })

  it('grow with RATE_LIMIT_SCALE', async () => {
    const own = await openGateway({ rateLimitScale: 3 })
    const statuses = []
    for (let n = 0; n < 31; n += 1) {
      statuses.push((await own.call('SignUp', { Username: someone(n) })).statusCode)
    }
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429])
    await own.close()
  })
})

const byAccount: [keyof typeof ACCOUNT_LIMITS, string, (name: string) => [string, object]][] = [
  ['signIn', 'signing in', (name) => ['InitiateAuth', passwordRequest(name, 'x')]],
  ['codeEntry', 'resetting a password', (Username) => ['ConfirmForgotPassword', { Username }]],
]

describe('the limits of one account, called from many addresses', () => {
  it.each(byAccount)('the limit %s holds for %s, whatever the scale', async (limit, _what, trySignIn) => {
    const own = await openGateway({ rateLimitScale: 1000 })
    const rule = ACCOUNT_LIMITS[limit]
    for (let n = 0; n < rule.limit; n += 1) {
      const name = n % 2 === 0 ? 'asha@example.in' : ' ASHA@Example.IN'
      expect((await own.call(...trySignIn(name), { remoteAddress: network(n) })).statusCode).toBe(200)
    }
    const refused = await own.call(...trySignIn('asha@example.in'), { remoteAddress: network(999) })

    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe(String(rule.perSeconds))
    expect(own.calls).toHaveLength(rule.limit)
    expect(
      (await own.call(...trySignIn('ravi@example.in'), { remoteAddress: network(999) })).statusCode,
    ).toBe(200)
    await own.close()
  })

  it('do not count a refused call against the address', async () => {
    for (let n = 0; n < 25; n += 1) await open.call('InitiateAuth', passwordRequest('asha@example.in', 'x'))
    const statuses = []
    for (let n = 0; n < 11; n += 1) {
      statuses.push((await open.call('InitiateAuth', passwordRequest(someone(n), 'x'))).statusCode)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  })
})
