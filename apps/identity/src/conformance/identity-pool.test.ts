import {
  CognitoIdentityClient,
  GetCredentialsForIdentityCommand,
  GetIdCommand,
  NotAuthorizedException,
  ResourceNotFoundException,
} from '@aws-sdk/client-cognito-identity'
import { GlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider'
import { fromCognitoIdentityPool } from '@aws-sdk/credential-provider-cognito-identity'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { peopleOf } from './people.fixture.ts'
import { openPool, type PoolUnderTest } from './pool.fixture.ts'

let pool: PoolUnderTest
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  pool = await openPool()
  people = peopleOf(pool)
})
afterAll(() => pool.close())

const createClient = () =>
  new CognitoIdentityClient({ endpoint: pool.identityEndpoint, region: pool.region, maxAttempts: 1 })
const getId = (Logins?: Record<string, string>, IdentityPoolId = pool.identityPoolId) =>
  createClient().send(new GetIdCommand({ IdentityPoolId, Logins }))
const getCredentials = (IdentityId = '', Logins?: Record<string, string>) =>
  createClient().send(new GetCredentialsForIdentityCommand({ IdentityId, Logins }))
const loginOf = (token: string) => ({
  [`cognito-idp.${pool.region}.amazonaws.com/${pool.poolId}`]: token,
})

const IDENTITY_ID = /^us-east-2:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

it('getid-guest: each guest gets a new id and credentials', async () => {
  const { IdentityId } = await getId()
  expect(IdentityId).toMatch(IDENTITY_ID)
  expect((await getId()).IdentityId).not.toBe(IdentityId)

  const response = await getCredentials(IdentityId)
  expect(response.IdentityId).toBe(IdentityId)
  const { AccessKeyId, SecretKey, SessionToken, Expiration } = response.Credentials ?? {}
  expect(AccessKeyId).toMatch(/^ASIA/)
  for (const part of [SecretKey, SessionToken]) expect(part).toBeTruthy()
  expect(Expiration).toBeInstanceOf(Date)
  expect(Expiration?.getTime()).toBeGreaterThan((pool.local?.clock.now ?? new Date()).getTime())
})

it('getid-pool-unknown: an unknown identity pool or identity is not found', async () => {
  await expect(getId(undefined, 'us-east-2:00000000-0000-0000-0000-000000000000')).rejects.toBeInstanceOf(
    ResourceNotFoundException,
  )
  await expect(getCredentials('us-east-2:00000000-0000-0000-0000-000000000000')).rejects.toBeInstanceOf(
    ResourceNotFoundException,
  )
})

it('getid-login: a signed-in user always gets the same id, which no other user can use', async () => {
  const [asha, ravi] = [await people.signedIn(), await people.signedIn()]
  const { IdentityId } = await getId(loginOf(asha.IdToken))
  expect(IdentityId).toMatch(IDENTITY_ID)
  expect((await getId(loginOf(asha.IdToken))).IdentityId).toBe(IdentityId)
  expect((await getCredentials(IdentityId, loginOf(asha.IdToken))).Credentials?.SecretKey).toBeTruthy()

  const mismatch = getCredentials(IdentityId, loginOf(ravi.IdToken))
  await expect(mismatch).rejects.toBeInstanceOf(NotAuthorizedException)
  await expect(mismatch).rejects.toThrow(/^Logins don't match\./)
  await expect(getCredentials(IdentityId)).rejects.toBeInstanceOf(ResourceNotFoundException)
})

it('getcreds-bad-token: logins without a valid id token of this pool are refused', async () => {
  const { IdToken, AccessToken } = await people.signedIn()
  const { IdentityId } = await getId(loginOf(IdToken))
  const refused = [
    loginOf(`${IdToken.slice(0, -8)}AAAAAAAA`),
    loginOf(AccessToken),
    loginOf('garbage'),
    { 'accounts.google.com': IdToken },
  ]
  for (const logins of refused) {
    await expect(getCredentials(IdentityId, logins)).rejects.toBeInstanceOf(NotAuthorizedException)
    await expect(getId(logins)).rejects.toBeInstanceOf(NotAuthorizedException)
  }
})

it('an id token is refused once its session has ended', async () => {
  const { IdToken, AccessToken } = await people.signedIn()
  await people.client.send(new GlobalSignOutCommand({ AccessToken }))
  await expect(getId(loginOf(IdToken))).rejects.toBeInstanceOf(NotAuthorizedException)
})

const provideCredentials = (logins?: Record<string, string>) =>
  fromCognitoIdentityPool({
    identityPoolId: pool.identityPoolId,
    clientConfig: { endpoint: pool.identityEndpoint, region: pool.region },
    ...(logins && { logins }),
  })()

it("the SDK's credential provider gets credentials for a guest and for a user", async () => {
  const { IdToken } = await people.signedIn()
  for (const credentials of [await provideCredentials(), await provideCredentials(loginOf(IdToken))]) {
    expect(credentials).toMatchObject({
      identityId: expect.stringMatching(IDENTITY_ID),
      accessKeyId: expect.stringMatching(/^ASIA/),
      secretAccessKey: expect.any(String),
      sessionToken: expect.any(String),
      expiration: expect.any(Date),
    })
  }
})
