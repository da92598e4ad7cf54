import {
  DeleteUserCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  NotAuthorizedException,
  RevokeTokenCommand,
  UnauthorizedException,
  UnsupportedTokenTypeException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { CognitoJwtVerifier } from 'aws-jwt-verify'
import { afterAll, beforeAll, it } from 'vitest'
import { peopleOf } from './people.fixture.ts'
import { openPool, type PoolUnderTest } from './pool.fixture.ts'
import { post } from './post.fixture.ts'
import { expect } from './refusal.fixture.ts'

let pool: PoolUnderTest
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  pool = await openPool()
  people = peopleOf(pool)
})
afterAll(() => pool.close())

const REVOKED = 'Access Token has been revoked'

const getUser = (AccessToken: string) => people.client.send(new GetUserCommand({ AccessToken }))
const signOut = (AccessToken: string) => people.client.send(new GlobalSignOutCommand({ AccessToken }))
const revoke = (Token: string, client: 'C0' | 'C2' = 'C0') =>
  people.client.send(new RevokeTokenCommand({ ClientId: pool.clients[client].id, Token }))

it('signout-ok: a global sign-out revokes the access and the refresh token', async () => {
  const { AccessToken, RefreshToken } = await people.signedIn()
  const { $metadata: _metadata, ...response } = await signOut(AccessToken)

  expect(response).toEqual({})
  await expect(getUser(AccessToken)).toBeRefusedWith(NotAuthorizedException, REVOKED)
  await expect(people.refresh(RefreshToken)).toBeRefusedWith(
    NotAuthorizedException,
    'Refresh Token has been revoked',
  )
  await expect(signOut(AccessToken)).toBeRefusedWith(NotAuthorizedException, REVOKED)
})

it('signout-all-sessions: a global sign-out ends all sessions, although their tokens still verify', async () => {
  const first = await people.signedIn()
  const second = await people.signIn(first.email)
  await signOut(first.AccessToken)

  // This verifier checks signatures and claims. It does not know which sessions have ended.
  const verifier = CognitoJwtVerifier.create({
    userPoolId: pool.poolId,
    tokenUse: 'access',
    clientId: pool.clients.C0.id,
  })
  const jwks = await (await fetch(`${pool.endpoint}/${pool.poolId}/.well-known/jwks.json`)).json()
  verifier.cacheJwks(jwks as Parameters<typeof verifier.cacheJwks>[0])
  for (const { AccessToken } of [first, second]) {
    await expect(getUser(AccessToken)).toBeRefusedWith(NotAuthorizedException, REVOKED)
    expect((await verifier.verify(AccessToken)).sub).toBe(first.sub)
  }
})

it('revoke-one: a revoked refresh token ends its own session only', async () => {
  const first = await people.signedIn()
  const second = await people.signIn(first.email)
  await revoke(first.RefreshToken)

  await expect(people.refresh(first.RefreshToken)).toBeRefusedWith(NotAuthorizedException)
  await expect(getUser(first.AccessToken)).toBeRefusedWith(NotAuthorizedException, REVOKED)
  await people.refresh(second.RefreshToken)
  await getUser(second.AccessToken)
  // A second revocation of the same token is accepted.
  await revoke(first.RefreshToken)
})

it("another client's token cannot be revoked", async () => {
  const { RefreshToken } = await people.signedIn()
  // C0 issued the token.
  await expect(revoke(RefreshToken, 'C2')).toBeRefusedWith(UnauthorizedException)
  await people.refresh(RefreshToken)
})

it('revoke-access-token: an access token cannot be revoked', async () => {
  const { AccessToken } = await people.signedIn()
  await expect(revoke(AccessToken)).toBeRefusedWith(UnsupportedTokenTypeException)
  await getUser(AccessToken)
})

it('delete-ok: a deleted user cannot sign in, and their tokens are refused', async () => {
  const { email, AccessToken, RefreshToken } = await people.signedIn()
  const deleted = await post(pool, 'DeleteUser', { AccessToken })
  expect(deleted).toMatchObject({ status: 200, body: '' })

  await expect(people.signIn(email)).toBeRefusedWith(UserNotFoundException, 'User does not exist.')
  await expect(getUser(AccessToken)).toBeRefusedWith(NotAuthorizedException)
  await expect(people.refresh(RefreshToken)).toBeRefusedWith(NotAuthorizedException)
})

it('delete-ok: the address of a deleted user is free for a new user', async () => {
  const { email, sub, AccessToken } = await people.signedIn()
  await people.client.send(new DeleteUserCommand({ AccessToken }))

  expect(await people.signUp(email)).not.toBe(sub)
  await expect(getUser(AccessToken)).toBeRefusedWith(NotAuthorizedException)
})
