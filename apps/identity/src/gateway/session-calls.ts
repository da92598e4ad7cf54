import { createFirstAdministrator as firstAdministrator } from '@nashta/contracts/identity/first-administrator'
import * as contract from '@nashta/contracts/identity/identity-gateway'
import { acceptInvitation as invitation } from '@nashta/contracts/identity/invitations'
import { respondToAuthChallenge, SECOND_FACTOR } from '@nashta/contracts/identity/second-factor'
import { identityErrorSchema } from '@nashta/contracts/identity/user-pool'
import { decodeJwt } from 'jose'
import * as z from 'zod/mini'
import type { ProofKind } from '../devices/device-token.ts'
import { refreshTokenInvalid } from '../wire/pool-error.ts'
import { deviceNameOf } from './device-name.ts'
import {
  type GatewayCall,
  type GatewayResult,
  addDeviceProofs,
  secretHashFor,
  type Perform,
} from './forward-call.ts'
import { type PoolConnection, type PoolResponse, poolUnreachable } from './pool-connection.ts'

type Body = GatewayCall['body']

/** The object in a field of the body. If a page sent another value there, the result is empty. */
function readObject(body: Body, field: string): Record<string, unknown> {
  const value = body[field]
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

export const signIn: Perform = async (pool, call) => {
  const { USERNAME, PASSWORD } = authParametersOf(call.body)
  const response = await pool.send(contract.signIn.target, {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: pool.client.id,
    AuthParameters: { USERNAME, PASSWORD, SECRET_HASH: secretHashFor(pool.client, USERNAME) },
    ClientMetadata: metadataOf(call),
  })
  return finishSignIn(pool, call, response, { username: USERNAME, deviceProofs: ['known'] })
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
  return finishSignIn(pool, call, response, {
    username: USERNAME,
    deviceProofs: ['known', 'second factor'],
  })
}

/** Creates the first account of the desk, and signs in. */
export const createFirstAdministrator: Perform = (pool, call) =>
  createOperator(pool, call, firstAdministrator.target, { WelcomeToken: call.body['WelcomeToken'] })

/** Creates the account of an invited operator, and signs in. */
export const acceptInvitation: Perform = (pool, call) =>
  createOperator(pool, call, invitation.target, { InvitationToken: call.body['InvitationToken'] })

async function createOperator(pool: PoolConnection, call: GatewayCall, target: string, link: object) {
  const { Username, Password, UserAttributes, SecretCode, UserCode } = call.body
  const response = await pool.send(target, {
    ClientId: pool.client.id,
    SecretHash: secretHashFor(pool.client, Username),
    Username,
    Password,
    UserAttributes,
    ...link,
    SecretCode,
    UserCode,
    ClientMetadata: metadataOf(call),
  })
  return finishSignIn(pool, call, response, {
    username: Username,
    deviceProofs: ['known', 'second factor'],
  })
}

/**
 * The metadata of a sign-in. Cognito ignores them. Our pool uses them so:
 * - `rememberMe`: a session with 'false' expires earlier.
 * - `device`: the name of the device in the list of sessions.
 * - `deviceToken`: a device that the account has used before has its own count of wrong passwords.
 *   A device where the account passed its second factor also has its own count of wrong codes.
 */
function metadataOf({ body, userAgent, deviceToken }: GatewayCall) {
  const rememberMe = isRemembered(body) ? 'true' : 'false'
  return { rememberMe, device: deviceNameOf(userAgent), ...(deviceToken !== null && { deviceToken }) }
}

function isRemembered(body: Body) {
  return readObject(body, 'ClientMetadata')['rememberMe'] === 'true'
}

async function finishSignIn(
  pool: PoolConnection,
  call: GatewayCall,
  response: PoolResponse,
  { username, deviceProofs }: { username: unknown; deviceProofs: readonly ProofKind[] },
): Promise<GatewayResult> {
  const result = moveRefreshToken(response, { persistent: isRemembered(call.body) })
  // The pool starts no session if the password or code is wrong, or if it asks for a second factor.
  if (!result.session) return result
  // The new session replaces the browser's old session. If the pool cannot end the old session now,
  // the old session stays until it expires.
  if (call.session) await endSession(pool, call).catch(() => {})
  return { ...result, ...addDeviceProofs(pool, call, username, deviceProofs) }
}

export function challengeResponsesOf(body: Body): { USERNAME?: unknown; SOFTWARE_TOKEN_MFA_CODE?: unknown } {
  return readObject(body, 'ChallengeResponses')
}

export function authParametersOf(body: Body): { USERNAME?: unknown; PASSWORD?: unknown } {
  return readObject(body, 'AuthParameters')
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
  // Only a pool that rotates refresh tokens returns a new refresh token.
  return moveRefreshToken(response, { persistent: session.persistent })
}

/**
 * Revokes the refresh token at the pool. `create-gateway.ts` clears the cookie at a sign-out, and
 * replaces it at a sign-in.
 */
export const endSession: Perform = async (pool, { session }) => {
  if (!session) return { response: { status: 200, headers: {}, body: '{}' } }

  const { id: ClientId, secret: ClientSecret } = pool.client
  const request = { Token: session.token, ClientId, ClientSecret }
  return { response: await pool.send(contract.endSession.target, request) }
}

/** An empty body comes from something that is not a user pool, such as a proxy. `send` refuses all other text that is not JSON. */
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
 * Scripts of pages can read the response, but not the cookie.
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
