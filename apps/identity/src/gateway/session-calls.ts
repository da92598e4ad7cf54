import * as contract from '@nashta/contracts/identity/identity-gateway'
import { respondToAuthChallenge, SECOND_FACTOR } from '@nashta/contracts/identity/second-factor'
import { identityErrorSchema } from '@nashta/contracts/identity/user-pool'
import { decodeJwt } from 'jose'
import * as z from 'zod/mini'
import { secondProofName } from '../devices/device-token.ts'
import { refreshTokenInvalid } from '../wire/pool-error.ts'
import { deviceNameOf } from './device-name.ts'
import {
  type GatewayCall,
  type GatewayResult,
  addDeviceProof,
  secretHashFor,
  type Perform,
} from './forward-call.ts'
import { type PoolConnection, type PoolResponse, poolUnreachable } from './pool-connection.ts'

/**
 * Returns an object unchanged. Converts any other value, such as undefined, to an object, so that
 * reading one of its members does not throw.
 */
const objectOf = (value: unknown) => Object(value)

export const signIn: Perform = async (pool, call) => {
  const { USERNAME, PASSWORD } = authParametersOf(call.body)
  const response = await pool.send(contract.signIn.target, {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: pool.client.id,
    AuthParameters: { USERNAME, PASSWORD, SECRET_HASH: secretHashFor(pool.client, USERNAME) },
    ClientMetadata: metadataOf(call),
  })
  return finishSignIn(pool, call, response, USERNAME)
}

/** The second step of a sign-in: the code of the second factor. */
export const respondToChallenge: Perform = async (pool, call) => {
  const { USERNAME, SOFTWARE_TOKEN_MFA_CODE } = challengeResponsesOf(call.body)
  const response = await pool.send(respondToAuthChallenge.target, {
    ChallengeName: SECOND_FACTOR,
    ClientId: pool.client.id,
    Session: call.body['Session'],
    ChallengeResponses: {
      USERNAME,
      SOFTWARE_TOKEN_MFA_CODE,
      SECRET_HASH: secretHashFor(pool.client, USERNAME),
    },
    ClientMetadata: metadataOf(call),
  })
  const result = await finishSignIn(pool, call, response, USERNAME)
  const { deviceToken } = result
  // There is no device token if the sign-in failed, or if the app client has no secret for proofs.
  if (deviceToken === undefined || typeof USERNAME !== 'string') return result
  // The token has a proof that the account has signed in on this device. It gets a second proof:
  // that the account has passed its second factor here.
  return { ...result, ...addDeviceProof(pool, { deviceToken }, secondProofName(USERNAME)) }
}

/**
 * Cognito accepts any metadata. Our pool names the session after `device`, ends it early when
 * `rememberMe` is 'false', and counts the failures of a known device apart.
 */
function metadataOf({ body, userAgent, deviceToken }: GatewayCall) {
  const rememberMe = isRemembered(body) ? 'true' : 'false'
  return { rememberMe, device: deviceNameOf(userAgent), ...(deviceToken !== null && { deviceToken }) }
}

function isRemembered(body: GatewayCall['body']) {
  return objectOf(body['ClientMetadata']).rememberMe === 'true'
}

async function finishSignIn(
  pool: PoolConnection,
  call: GatewayCall,
  response: PoolResponse,
  username: unknown,
): Promise<GatewayResult> {
  const result = moveRefreshToken(response, { persistent: isRemembered(call.body) })
  if (!result.session) return result
  // The new session replaces the old one of this browser. If the old one cannot be ended now, it
  // ends when it expires.
  if (call.session) await endSession(pool, call).catch(() => {})
  return { ...result, ...addDeviceProof(pool, call, username) }
}

export function challengeResponsesOf(body: GatewayCall['body']): {
  USERNAME?: unknown
  SOFTWARE_TOKEN_MFA_CODE?: unknown
} {
  return objectOf(body['ChallengeResponses'])
}

export function authParametersOf(body: GatewayCall['body']): { USERNAME?: unknown; PASSWORD?: unknown } {
  return objectOf(body['AuthParameters'])
}

export const refresh: Perform = async (pool, { session }) => {
  if (!session) throw refreshTokenInvalid()

  const response = await pool.send(contract.refreshSession.target, {
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    ClientId: pool.client.id,
    AuthParameters: {
      REFRESH_TOKEN: session.token,
      SECRET_HASH: secretHashFor(pool.client, session.username),
    },
  })
  const { __type: errorKind } = identityErrorSchema.safeParse(parseBody(response)).data ?? {}
  // The pool has refused the refresh token. 'ended' clears the cookie.
  if (errorKind === 'NotAuthorizedException') return { response, session: 'ended' }
  // Only a pool that rotates refresh tokens returns a new one.
  return moveRefreshToken(response, { persistent: session.persistent })
}

/** Revokes the refresh token at the pool. The cookie is cleared or replaced elsewhere. */
export const endSession: Perform = async (pool, { session }) => {
  if (!session) return { response: { status: 200, headers: {}, body: '{}' } }

  const { id: ClientId, secret: ClientSecret } = pool.client
  const request = { Token: session.token, ClientId, ClientSecret }
  return { response: await pool.send(contract.endSession.target, request) }
}

/** An empty body comes from something that is not a user pool, such as a proxy. */
function parseBody({ body }: PoolResponse): unknown {
  if (body === '') throw poolUnreachable(new Error('The response has no body'))
  return JSON.parse(body)
}

const tokensSchema = z.looseObject({
  AuthenticationResult: z.optional(
    z.looseObject({ AccessToken: z.optional(z.string()), RefreshToken: z.optional(z.string()) }),
  ),
})

/**
 * Moves the refresh token from the response to `session`, which the gateway writes to the cookie.
 * No script of a page can read it there.
 */
function moveRefreshToken(response: PoolResponse, { persistent }: { persistent: boolean }): GatewayResult {
  const { AuthenticationResult: result, ...others } = tokensSchema.parse(parseBody(response))
  if (result?.RefreshToken === undefined) return { response }

  const { RefreshToken: token, ...tokens } = result
  const claims = decodeJwt<{ username?: string; origin_jti?: string }>(tokens.AccessToken ?? '')
  return {
    response: { ...response, body: JSON.stringify({ ...others, AuthenticationResult: tokens }) },
    session: { username: String(claims.username), id: claims.origin_jti, token, persistent },
  }
}
