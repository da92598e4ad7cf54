import {
  AdminDisableUserCommand,
  GetUserCommand,
  InitiateAuthCommand,
  NotAuthorizedException,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, it } from 'vitest'
import { claimsOf, peopleOf } from './people.fixture.ts'
import { adminOf, HOUR, openPool, type PoolUnderTest } from './pool.fixture.ts'
import { expect } from './refusal.fixture.ts'

let pool: PoolUnderTest
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  pool = await openPool()
  people = peopleOf(pool)
})
afterAll(() => pool.close())

it.each(['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN'] as const)(
  'refresh-ok: the flow %s issues new tokens for the same session',
  async (AuthFlow) => {
    const first = await people.signedIn()
    pool.local?.advance(60_000)
    const { AuthenticationResult: refreshed = {} } = await people.client.send(
      new InitiateAuthCommand({
        AuthFlow,
        ClientId: pool.clients.C0.id,
        AuthParameters: { REFRESH_TOKEN: first.RefreshToken },
      }),
    )

    expect(refreshed).toMatchObject({ ExpiresIn: 3600, TokenType: 'Bearer' })
    expect(refreshed.RefreshToken).toBeUndefined()
    for (const kind of ['AccessToken', 'IdToken'] as const) {
      const [before, after] = [claimsOf(first[kind]), claimsOf(refreshed[kind])]
      expect(after['auth_time']).toBe(before['auth_time'])
      expect(after['origin_jti']).toBe(before['origin_jti'])
      expect(after['jti']).not.toBe(before['jti'])
      if (pool.local) expect(Number(after['exp']) - Number(before['exp'])).toBe(60)
    }
  },
)

it("refresh-bad: a refresh with garbage or with another client's token is refused", async () => {
  const { RefreshToken } = await people.signedIn()
  const text = 'Invalid Refresh Token.'
  await expect(people.refresh('garbage')).toBeRefusedWith(NotAuthorizedException, text)
  // C0 issued the token.
  await expect(people.refresh(RefreshToken, pool.clients.C2.id)).toBeRefusedWith(NotAuthorizedException, text)
})

it('refresh-expired: a refresh token expires after thirty days', async ({ skip }) => {
  if (!pool.local) return skip('needs a pool whose clock the test can move')
  const { RefreshToken } = await people.signedIn()
  pool.local.advance(30 * 24 * HOUR - 1000)
  await people.refresh(RefreshToken)
  pool.local.advance(2000)
  return expect(people.refresh(RefreshToken)).toBeRefusedWith(
    NotAuthorizedException,
    'Refresh Token has expired',
  )
})

it('refresh-disabled: a disabled user can neither refresh nor sign in', async () => {
  const { email, AccessToken, RefreshToken } = await people.signedIn()
  await adminOf(pool).send(new AdminDisableUserCommand({ UserPoolId: pool.poolId, Username: email }))

  await expect(people.refresh(RefreshToken)).toBeRefusedWith(NotAuthorizedException)
  await expect(people.client.send(new GetUserCommand({ AccessToken }))).toBeRefusedWith(
    NotAuthorizedException,
    'Access Token has been revoked',
  )
  await expect(people.signIn(email)).toBeRefusedWith(NotAuthorizedException, 'User is disabled.')
  // Only a caller with the right password learns that the user is disabled.
  await expect(people.signIn(email, 'Wr0ng!pass')).toBeRefusedWith(
    NotAuthorizedException,
    'Incorrect username or password.',
  )
})
