import { asha } from '@nashta/browser/session/session.fixture'
import { describe, expect, it } from 'vitest'
import { RESPONSES, createTestClient } from './account.fixture.ts'
import { enterSecondFactor, signIn } from './identity-calls.ts'

const form = { email: 'asha@example.in', password: 'pass-word', rememberMe: false }
const refusal = (kind: string, message: string) => ({ __type: kind, message })

it.each([
  [true, 'true'],
  [false, 'false'],
])('a sign-in with "Remember me" %s stores the session', async (rememberMe, sentValue) => {
  const { accountClient, session, sent, browser } = createTestClient(RESPONSES)
  expect(await signIn(accountClient, { ...form, rememberMe })).toBeNull()

  expect(sent).toEqual([
    {
      operation: 'InitiateAuth',
      body: {
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: 'asha@example.in', PASSWORD: 'pass-word' },
        ClientMetadata: { rememberMe: sentValue },
      },
    },
    { operation: 'GetUser', body: { AccessToken: 'access' } },
  ])
  expect(session.getSnapshot()).toEqual({ status: 'signed-in', user: asha, rememberMe })
  expect(await session.getAccessToken()).toBe('access')
  expect(JSON.parse(browser.storage.records.get('nashta.tokens') ?? '')).toEqual({
    version: 1,
    data: {
      accessToken: 'access',
      idToken: 'id',
      tokenExpiry: browser.clock.now().getTime() + 3_600_000,
      rememberMe,
    },
  })
  expect([...browser.storage.records.values()].join()).not.toContain('pass-word')
})

it('a shopper with a second factor is signed in only after entering its code', async () => {
  const challengeResponse = { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 'challenge' }
  const { accountClient, session, sent } = createTestClient({
    ...RESPONSES,
    InitiateAuth: challengeResponse,
    RespondToAuthChallenge: RESPONSES.InitiateAuth,
  })
  const challenge = await signIn(accountClient, { ...form, rememberMe: true })
  expect(challenge).toEqual({ email: form.email, rememberMe: true, challengeSession: 'challenge' })
  expect(session.getSnapshot().status).toBe('signed-out')

  if (challenge) await enterSecondFactor(accountClient, challenge, '123456')
  expect(sent[1]).toEqual({
    operation: 'RespondToAuthChallenge',
    body: {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: 'challenge',
      ChallengeResponses: { USERNAME: form.email, SOFTWARE_TOKEN_MFA_CODE: '123456' },
      ClientMetadata: { rememberMe: 'true' },
    },
  })
  expect(session.getSnapshot()).toEqual({ status: 'signed-in', user: asha, rememberMe: true })
})

describe('a failed sign-in', () => {
  it.each([
    [
      'a wrong password',
      { InitiateAuth: refusal('NotAuthorizedException', 'Incorrect username or password.') },
      'Sign in failed: Incorrect username or password.',
    ],
    [
      'an unconfirmed address',
      { InitiateAuth: refusal('UserNotConfirmedException', 'User is not confirmed.') },
      'Sign in failed: User is not confirmed.',
    ],
    [
      'no network',
      { InitiateAuth: new TypeError('Failed to fetch') },
      'Sign in failed: The store could not be reached. Please check your connection and try again.',
    ],
    [
      'an unsupported challenge',
      { InitiateAuth: { ChallengeName: 'SMS_MFA' } },
      'Authentication failed - no result returned',
    ],
    [
      'no id token',
      { InitiateAuth: { AuthenticationResult: { AccessToken: 'access' } } },
      'Authentication failed - missing tokens',
    ],
    [
      'a user that cannot be read',
      { ...RESPONSES, GetUser: refusal('NotAuthorizedException', 'Access Token has been revoked') },
      'Sign in failed: Access Token has been revoked',
    ],
  ])('a sign-in with %s fails, and stores no session', async (_case, responses, message) => {
    const { accountClient, session, browser } = createTestClient(responses)
    await expect(signIn(accountClient, form)).rejects.toMatchObject({ message })
    expect(session.getSnapshot().status).toBe('signed-out')
    expect(browser.storage.records.size).toBe(0)
  })

  it('the error of an unconfirmed shopper has the kind that makes the page ask for the code', async () => {
    const { accountClient } = createTestClient({
      InitiateAuth: refusal('UserNotConfirmedException', 'User is not confirmed.'),
    })
    await expect(signIn(accountClient, form)).rejects.toMatchObject({ kind: 'UserNotConfirmedException' })
  })
})

it.each([
  ['years behind', Date.UTC(2001, 0, 1)],
  ['years ahead', Date.UTC(2061, 0, 1)],
])('a session lasts an hour in a browser whose clock is %s', async (_how, start) => {
  const { accountClient, session, browser } = createTestClient(RESPONSES)
  browser.clock.jump(start - browser.clock.now().getTime())
  await signIn(accountClient, form)

  await browser.clock.pass(3_600_000)
  expect(session.getSnapshot().status).toBe('signed-in')
  await browser.clock.pass(1)
  expect(session.getSnapshot().status).toBe('signed-out')
})

it('a session lasts an hour when the pool states no lifetime', async () => {
  const { accountClient, session, browser } = createTestClient({
    ...RESPONSES,
    InitiateAuth: { AuthenticationResult: { AccessToken: 'access', IdToken: 'id' } },
  })
  await signIn(accountClient, form)
  await browser.clock.pass(3_600_000)
  expect(session.getSnapshot().status).toBe('signed-in')
  await browser.clock.pass(1)
  expect(session.getSnapshot().status).toBe('signed-out')
})

it('the body of a renewal request has no token, because the browser sends the session cookie', async () => {
  const { accountClient, session, sent, browser, responses } = createTestClient({ ...RESPONSES })
  await signIn(accountClient, { ...form, rememberMe: true })
  responses['InitiateAuth'] = {
    AuthenticationResult: { AccessToken: 'new', IdToken: 'new', ExpiresIn: 3600 },
  }
  // Tokens are renewed five minutes before they expire.
  await browser.clock.pass(55 * 60_000)

  expect(sent.at(-1)).toEqual({ operation: 'InitiateAuth', body: { AuthFlow: 'REFRESH_TOKEN_AUTH' } })
  expect(await session.getAccessToken()).toBe('new')
})
