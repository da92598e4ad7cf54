import { createHmac, createPublicKey } from 'node:crypto'
import { GetUserCommand, NotAuthorizedException } from '@aws-sdk/client-cognito-identity-provider'
import { CognitoJwtVerifier, JwtVerifier } from 'aws-jwt-verify'
import { validateCognitoJwtFields } from 'aws-jwt-verify/cognito-verifier'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import { afterAll, beforeAll, it } from 'vitest'
import { ATTRIBUTES, claimsOf, peopleOf } from './people.fixture.ts'
import { openPool, type PoolUnderTest } from './pool.fixture.ts'
import { expect } from './refusal.fixture.ts'

let pool: PoolUnderTest
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  pool = await openPool()
  people = peopleOf(pool)
})
afterAll(() => pool.close())

type Jwks = { keys: { kid: string; kty: 'RSA'; n: string; e: string; use: 'sig'; alg: 'RS256' }[] }

const jwksUrl = (poolId = pool.poolId) => `${pool.endpoint}/${poolId}/.well-known/jwks.json`
const fetchJwks = async () => (await (await fetch(jwksUrl())).json()) as Jwks
const headerOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as Record<string, string>
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

it('claims-access: an access token has exactly the claims of Cognito', async () => {
  const { sub, AccessToken } = await people.signedIn()
  expect(headerOf(AccessToken)).toEqual({ kid: expect.any(String), alg: 'RS256' })
  expect(claimsOf(AccessToken)).toEqual({
    sub,
    username: sub,
    iss: `https://cognito-idp.${pool.region}.amazonaws.com/${pool.poolId}`,
    client_id: pool.clients.C0.id,
    origin_jti: expect.any(String),
    event_id: expect.any(String),
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    auth_time: expect.any(Number),
    iat: expect.any(Number),
    exp: expect.any(Number),
    jti: expect.any(String),
  })
})

it('claims-id: an id token has exactly the claims of Cognito', async () => {
  const { sub, email, IdToken } = await people.signedIn()
  expect(claimsOf(IdToken)).toEqual({
    sub,
    'cognito:username': sub,
    iss: `https://cognito-idp.${pool.region}.amazonaws.com/${pool.poolId}`,
    aud: pool.clients.C0.id,
    origin_jti: expect.any(String),
    event_id: expect.any(String),
    token_use: 'id',
    auth_time: expect.any(Number),
    iat: expect.any(Number),
    exp: expect.any(Number),
    jti: expect.any(String),
    email,
    email_verified: true,
    phone_number_verified: false,
    ...ATTRIBUTES,
  })
})

it('claims-pair: the access and the id token of a sign-in share their session, but not their key', async () => {
  const { AccessToken, IdToken } = await people.signedIn()
  const [access, id] = [claimsOf(AccessToken), claimsOf(IdToken)]

  expect(id['origin_jti']).toBe(access['origin_jti'])
  expect(id['event_id']).toBe(access['event_id'])
  expect(id['jti']).not.toBe(access['jti'])
  expect(headerOf(IdToken)['kid']).not.toBe(headerOf(AccessToken)['kid'])
  for (const claims of [access, id]) expect(Number(claims['exp']) - Number(claims['iat'])).toBe(3600)
})

it('jwks: the pool publishes two keys and its OpenID configuration, and only its own', async () => {
  const { keys } = await fetchJwks()
  expect(keys).toHaveLength(2)
  for (const key of keys) {
    expect(key).toEqual({
      kid: expect.any(String),
      alg: 'RS256',
      kty: 'RSA',
      e: 'AQAB',
      // 2048 bits in base64url.
      n: expect.stringMatching(/^[\w-]{342}$/),
      use: 'sig',
    })
  }
  const other = await fetch(jwksUrl('us-east-2_Another1'))
  expect(other.status).toBe(404)
  expect(await other.json()).toMatchObject({ __type: 'ResourceNotFoundException' })

  const configuration = await fetch(`${pool.endpoint}/${pool.poolId}/.well-known/openid-configuration`)
  expect(await configuration.json()).toMatchObject({
    issuer: `https://cognito-idp.${pool.region}.amazonaws.com/${pool.poolId}`,
  })
})

const verifierOf = (tokenUse: 'access' | 'id', clientId = pool.clients.C0.id) =>
  CognitoJwtVerifier.create({ userPoolId: pool.poolId, tokenUse, clientId })

/** AWS's verifier with the keys of the pool. Without them it would fetch keys from AWS. */
async function createPoolVerifier(tokenUse: 'access' | 'id', clientId?: string) {
  const verifier = verifierOf(tokenUse, clientId)
  verifier.cacheJwks(await fetchJwks())
  return verifier
}

/** Lets a verifier fetch the keys from the pool, not from AWS. */
const createPoolJwks = () =>
  new SimpleJwksCache({ fetcher: { fetch: async () => (await fetch(jwksUrl())).arrayBuffer() } })

it("verify-access / -id: AWS's verifiers accept the access and the id token", async () => {
  const { sub, AccessToken, IdToken } = await people.signedIn()
  for (const [use, token] of [
    ['access', AccessToken],
    ['id', IdToken],
  ] as const) {
    expect((await (await createPoolVerifier(use)).verify(token)).sub).toBe(sub)

    const userPoolId = pool.poolId
    const clientId = pool.clients.C0.id
    const fetching = CognitoJwtVerifier.create(
      { userPoolId, tokenUse: use, clientId },
      { jwksCache: createPoolJwks() },
    )
    expect((await fetching.verify(token)).sub).toBe(sub)

    const generic = JwtVerifier.create(
      {
        issuer: String(claimsOf(token)['iss']),
        audience: null,
        customJwtCheck: ({ payload }) => validateCognitoJwtFields(payload, { tokenUse: use, clientId }),
      },
      { jwksCache: createPoolJwks() },
    )
    expect((await generic.verify(token)).sub).toBe(sub)
  }
})

it('verify-cross: a token of another kind or client and a forged token are refused', async () => {
  const { AccessToken, IdToken } = await people.signedIn()
  const [header = '', payload = '', signature = ''] = AccessToken.split('.')
  const claims = claimsOf(AccessToken)
  const { keys } = await fetchJwks()
  const jwk = keys.find(({ kid }) => kid === headerOf(AccessToken)['kid']) ?? {}
  const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  const hs256 = `${encode({ ...headerOf(AccessToken), alg: 'HS256' })}.${payload}`
  const wrongTokens = {
    'an id token': IdToken,
    'a changed payload': `${header}.${encode({ ...claims, username: 'boss' })}.${signature}`,
    'alg none': `${encode({ ...headerOf(AccessToken), alg: 'none' })}.${payload}.`,
    'HS256 with the public key': `${hs256}.${createHmac('sha256', pem).update(hs256).digest('base64url')}`,
  }

  const verifier = await createPoolVerifier('access')
  const otherClientsVerifier = await createPoolVerifier('access', 'another')
  await expect(otherClientsVerifier.verify(AccessToken)).rejects.toThrow('Client ID')
  for (const [name, token] of Object.entries(wrongTokens)) {
    await expect(verifier.verify(token), name).rejects.toBeInstanceOf(Error)
    await expect(people.client.send(new GetUserCommand({ AccessToken: token })), name).toBeRefusedWith(
      NotAuthorizedException,
      /^(?:Invalid Access Token|Could not verify signature for Access Token)$/,
    )
  }
})
