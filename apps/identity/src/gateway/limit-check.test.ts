import { ACCOUNT_LIMITS, IP_LIMITS } from '@nashta/contracts/api/rate-limits'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openGateway, passwordRequest, refreshRequest } from './gateway.fixture.ts'

let opened: Awaited<ReturnType<typeof openGateway>>
beforeEach(async () => {
  opened = await openGateway()
})
afterEach(() => opened.close())

type Call = [operation: string, body: object]
/** The call of the nth visitor. */
type CallOfVisitor = (n: number) => Call

/** The e-mail address of the nth visitor. */
const emailOf = (n: number) => `visitor-${n}@example.in`
/** The network address of the nth visitor. */
const ipOf = (n: number) => `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`

/** Each limit of a network address, and the calls that count towards it. */
const ADDRESS_CALLS: [keyof typeof IP_LIMITS, string, CallOfVisitor][] = [
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
  it.each(ADDRESS_CALLS)('the limit %s holds for %s', async (limit, _what, callOf) => {
    const rule = IP_LIMITS[limit]
    const callFrom = (ip: string, n: number) => opened.call(...callOf(n), { remoteAddress: ip })
    for (let n = 0; n < rule.limit; n += 1) {
      expect((await callFrom('203.0.113.7', n)).statusCode).not.toBe(429)
    }
    const callsBefore = opened.poolCalls.length
    const refused = await callFrom('203.0.113.7', 999)

    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe(String(rule.perSeconds))
    expect(refused.headers['x-amzn-errortype']).toBe('TooManyRequestsException:')
    expect(refused.json()).toEqual({
      __type: 'TooManyRequestsException',
      message: expect.stringMatching(/^Too many attempts\. Please try again in /),
    })
    expect(opened.poolCalls).toHaveLength(callsBefore)
    expect(warningsOf(opened)).toEqual([{ part: limit, msg: 'too many attempts of one network address' }])
    expect((await callFrom('203.0.113.8', 1000)).statusCode).not.toBe(429)
  })

  it('do not count refused calls, and allow calls again after retry-after', async () => {
    const trySignIn = (n: number) => opened.call('InitiateAuth', passwordRequest(emailOf(n), 'x'))
    for (let n = 0; n < IP_LIMITS.signIn.limit; n += 1) await trySignIn(n)
    opened.clock.now += 59_000
    for (let n = 0; n < 20; n += 1) expect((await trySignIn(100)).headers['retry-after']).toBe('1')

    opened.clock.now += 1000
    expect((await trySignIn(100)).statusCode).toBe(200)
  })

  it('grow with RATE_LIMIT_SCALE', async () => {
    const otherGateway = await openGateway({ rateLimitScale: 3 })
    const statuses = []
    // The limit is ten sign-ups, and three times as many with this scale.
    for (let n = 0; n < 31; n += 1) {
      statuses.push((await otherGateway.call('SignUp', { Username: emailOf(n) })).statusCode)
    }
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429])
    await otherGateway.close()
  })
})

/** Each limit of an account, and the calls that count towards it. */
const ACCOUNT_CALLS: [keyof typeof ACCOUNT_LIMITS, string, (userName: string) => Call][] = [
  ['signIn', 'signing in', (name) => ['InitiateAuth', passwordRequest(name, 'x')]],
  ['codeEntry', 'resetting a password', (Username) => ['ConfirmForgotPassword', { Username }]],
]

describe('the limits of one account', () => {
  it.each(ACCOUNT_CALLS)('the limit %s holds for %s at any scale', async (limit, _what, callOf) => {
    const otherGateway = await openGateway({ rateLimitScale: 1000 })
    const rule = ACCOUNT_LIMITS[limit]
    const callFor = (userName: string, n: number) =>
      otherGateway.call(...callOf(userName), { remoteAddress: ipOf(n) })
    for (let n = 0; n < rule.limit; n += 1) {
      const spelling = n % 2 === 0 ? 'asha@example.in' : ' ASHA@Example.IN'
      expect((await callFor(spelling, n)).statusCode).toBe(200)
    }
    const refused = await callFor('asha@example.in', 999)

    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe(String(rule.perSeconds))
    expect(otherGateway.poolCalls).toHaveLength(rule.limit)
    expect(warningsOf(otherGateway)).toEqual([{ part: limit, msg: 'too many attempts for one account' }])
    expect((await callFor('ravi@example.in', 999)).statusCode).toBe(200)
    await otherGateway.close()
  })

  it('do not count a refused call against the address', async () => {
    // The limit of the account allows 20 of these calls. The address then has 10 of its 30 left.
    for (let n = 0; n < 25; n += 1) await trySignIn('asha@example.in')
    const statuses = []
    for (let n = 0; n < 11; n += 1) statuses.push((await trySignIn(emailOf(n))).statusCode)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  })
})

function trySignIn(email: string) {
  return opened.call('InitiateAuth', passwordRequest(email, 'x'))
}

function warningsOf({ logLines }: typeof opened) {
  return logLines
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 'warn')
    .map(({ part, msg }) => ({ part, msg }))
}
