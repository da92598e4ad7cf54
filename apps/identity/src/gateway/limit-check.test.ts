import { ACCOUNT_LIMITS, IP_LIMITS } from '@nashta/contracts/api/rate-limits'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openGateway, passwordRequest, refreshRequest } from './gateway.fixture.ts'

let open: Awaited<ReturnType<typeof openGateway>>
beforeEach(async () => {
  open = await openGateway()
})
afterEach(() => open.close())

/** The call of the nth visitor. */
type CallOfVisitor = (n: number) => [name: string, body: object]

/** The e-mail and the network address of the nth visitor. */
const emailOf = (n: number) => `visitor-${n}@example.in`
const addressOf = (n: number) => `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`

const byAddress: [keyof typeof IP_LIMITS, string, CallOfVisitor][] = [
  ['signIn', 'signing in', (n) => ['InitiateAuth', passwordRequest(emailOf(n), 'x')]],
  ['signIn', 'changing a password', () => ['ChangePassword', { AccessToken: 't' }]],
  ['signUp', 'signing up', (n) => ['SignUp', { Username: emailOf(n) }]],
  ['codeRequest', 'requesting the code again', (n) => ['ResendConfirmationCode', { Username: emailOf(n) }]],
  ['codeRequest', 'requesting a reset code', (n) => ['ForgotPassword', { Username: emailOf(n) }]],
  [
    'codeRequest',
    'requesting a verification code',
    () => ['GetUserAttributeVerificationCode', { AccessToken: 't' }],
  ],
  ['codeEntry', 'confirming a sign-up', (n) => ['ConfirmSignUp', { Username: emailOf(n) }]],
  ['codeEntry', 'resetting a password', (n) => ['ConfirmForgotPassword', { Username: emailOf(n) }]],
  ['codeEntry', 'verifying an address', () => ['VerifyUserAttribute', { AccessToken: 't' }]],
  ['account', 'refreshing', () => ['InitiateAuth', refreshRequest]],
  ['account', 'reading the profile', () => ['GetUser', { AccessToken: 't' }]],
]

describe('the limits of one network address', () => {
  it.each(byAddress)('the limit %s holds for %s', async (limit, _what, callOf) => {
    const rule = IP_LIMITS[limit]
    for (let n = 0; n < rule.limit; n += 1) {
      expect((await open.call(...callOf(n), { remoteAddress: '203.0.113.7' })).statusCode).not.toBe(429)
    }
    const callsBefore = open.calls.length
    const refused = await open.call(...callOf(999), { remoteAddress: '203.0.113.7' })

    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe(String(rule.perSeconds))
    expect(refused.headers['x-amzn-errortype']).toBe('TooManyRequestsException:')
    expect(refused.json()).toEqual({
      __type: 'TooManyRequestsException',
      message: expect.stringMatching(/^Too many attempts\. Please try again in /),
    })
    expect(open.calls).toHaveLength(callsBefore)
    expect((await open.call(...callOf(1000), { remoteAddress: '203.0.113.8' })).statusCode).not.toBe(429)
  })

  it('do not count refused calls, and end after retry-after', async () => {
    const trySignIn = (n: number) => open.call('InitiateAuth', passwordRequest(emailOf(n), 'x'))
    for (let n = 0; n < IP_LIMITS.signIn.limit; n += 1) await trySignIn(n)
    open.clock.now += 59_000
    for (let n = 0; n < 20; n += 1) expect((await trySignIn(100)).headers['retry-after']).toBe('1')

    open.clock.now += 1000
    expect((await trySignIn(100)).statusCode).toBe(200)
  })

  it('grow with RATE_LIMIT_SCALE', async () => {
    const otherGateway = await openGateway({ rateLimitScale: 3 })
    const statuses = []
    // The limit of ten sign-ups, three times.
    for (let n = 0; n < 31; n += 1) {
      statuses.push((await otherGateway.call('SignUp', { Username: emailOf(n) })).statusCode)
    }
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429])
    await otherGateway.close()
  })
})

const byAccount: [keyof typeof ACCOUNT_LIMITS, string, (name: string) => [string, object]][] = [
  ['signIn', 'signing in', (name) => ['InitiateAuth', passwordRequest(name, 'x')]],
  ['codeEntry', 'resetting a password', (Username) => ['ConfirmForgotPassword', { Username }]],
]

describe('the limits of one account, called from many addresses', () => {
  it.each(byAccount)('the limit %s holds for %s, whatever the scale', async (limit, _what, callOf) => {
    const otherGateway = await openGateway({ rateLimitScale: 1000 })
    const rule = ACCOUNT_LIMITS[limit]
    for (let n = 0; n < rule.limit; n += 1) {
      const name = n % 2 === 0 ? 'asha@example.in' : ' ASHA@Example.IN'
      expect((await otherGateway.call(...callOf(name), { remoteAddress: addressOf(n) })).statusCode).toBe(200)
    }
    const refused = await otherGateway.call(...callOf('asha@example.in'), { remoteAddress: addressOf(999) })

    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe(String(rule.perSeconds))
    expect(otherGateway.calls).toHaveLength(rule.limit)
    expect(
      (await otherGateway.call(...callOf('ravi@example.in'), { remoteAddress: addressOf(999) })).statusCode,
    ).toBe(200)
    await otherGateway.close()
  })

  it('do not count a refused call against the address', async () => {
    // The limit of an account allows 20 of these calls, and the address then has 10 of its 30 left.
    for (let n = 0; n < 25; n += 1) await open.call('InitiateAuth', passwordRequest('asha@example.in', 'x'))
    const statuses = []
    for (let n = 0; n < 11; n += 1) {
      statuses.push((await open.call('InitiateAuth', passwordRequest(emailOf(n), 'x'))).statusCode)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  })
})
