import type { IdentityOperation } from '@nashta/contracts/identity/identity-operation'
import type * as z from 'zod/mini'
import { secretHash } from '../clients/app-client.ts'
import { addProof, newDeviceToken, type ProofKind } from '../devices/device-token.ts'
import type { PoolClient, PoolConnection, PoolResponse } from './pool-connection.ts'
import type { RefreshSession } from './refresh-cookie.ts'

/** A call that a page makes. */
export type GatewayCall = {
  body: Readonly<Record<string, unknown>>
  /** Read from the refresh cookie, which is as untrusted as the body; null without a cookie. */
  session: RefreshSession | null
  userAgent: string | undefined
  /** Read from the device cookie, which is as untrusted as the body; null without a cookie. */
  deviceToken: string | null
}

export type GatewayResult = {
  response: PoolResponse
  /** A session is written to the refresh cookie, 'ended' clears the cookie, undefined leaves it. */
  session?: RefreshSession | 'ended'
  /** The token to write to the device cookie. */
  deviceToken?: string
}

export type Perform = (pool: PoolConnection, call: GatewayCall) => Promise<GatewayResult>

/** An operation whose request schema is a single object, so that its fields can be listed. */
export type PlainOperation = IdentityOperation & { request: z.ZodMiniObject }

/**
 * Forwards a call whose body has an access token, or the token of a link in a mail. The pool needs
 * no client id and no secret hash, because the token identifies the user.
 */
export function forward(operation: PlainOperation): Perform {
  return async (pool, call) => ({
    response: await pool.send(operation.target, contractFields(operation, call)),
  })
}

/**
 * Forwards a call without an access token, such as SignUp. Adds the client id, the secret hash and
 * the device token.
 */
export function forwardAsClient(operation: PlainOperation): Perform {
  return async (pool, call) => {
    const response = await pool.send(operation.target, {
      ...withDeviceToken(contractFields(operation, call), call.deviceToken),
      ClientId: pool.client.id,
      SecretHash: secretHashFor(pool.client, call.body['Username']),
    })
    return { response }
  }
}

/**
 * Adds the device token to the field `ClientMetadata`. Our own pool reads the token. Cognito
 * ignores the token.
 */
function withDeviceToken(fields: Record<string, unknown>, deviceToken: string | null) {
  if (deviceToken === null) return fields
  // `Object` makes a missing value an empty object.
  return { ...fields, ClientMetadata: { ...Object(fields['ClientMetadata']), deviceToken } }
}

/**
 * Forwards a sign-up with this browser's device token, which is created if there is none. The pool
 * mails a code to the shopper. The token shows the pool whether the same browser sends the code.
 */
export function forwardSignUp(operation: PlainOperation): Perform {
  const forwardCall = forwardAsClient(operation)
  return async (pool, call) => {
    const deviceToken = call.deviceToken ?? newDeviceToken()
    const result = await forwardCall(pool, { ...call, deviceToken })
    return result.response.status === 200 ? { ...result, deviceToken } : result
  }
}

/**
 * Forwards a code from the shopper's mailbox. If the code is right, this browser is a known device
 * of the account from then on.
 */
export function forwardCode(operation: PlainOperation): Perform {
  const forwardCall = forwardAsClient(operation)
  return async (pool, call) => {
    const result = await forwardCall(pool, call)
    return result.response.status === 200
      ? { ...result, ...addDeviceProofs(pool, call, call.body['Username'], ['known']) }
      : result
  }
}

/**
 * Returns the device token with proofs that the account has used this device. Returns no token for
 * a client without a secret, which cannot make proofs, and for a user name that is not text.
 */
export function addDeviceProofs(
  { client }: PoolConnection,
  { deviceToken }: Pick<GatewayCall, 'deviceToken'>,
  username: unknown,
  kinds: readonly ProofKind[],
): Pick<GatewayResult, 'deviceToken'> {
  if (client.secret === undefined || typeof username !== 'string') return {}
  const account = { clientSecret: client.secret, username }
  let token = deviceToken ?? newDeviceToken()
  for (const kind of kinds) token = addProof(token, account, kind)
  return { deviceToken: token }
}

/** Forwards a call that ends every session of the user, and then clears this browser's cookie. */
export function forwardAndEndSession(operation: PlainOperation): Perform {
  return async (pool, call) => {
    const response = await pool.send(operation.target, contractFields(operation, call))
    return response.status === 200 ? { response, session: 'ended' } : { response }
  }
}

/**
 * Undefined for a client without a secret, and for a user name that is not text. The pool refuses
 * such a name anyway.
 */
export function secretHashFor({ id, secret }: PoolClient, username: unknown) {
  if (secret === undefined || typeof username !== 'string') return undefined
  return secretHash({ username, clientId: id, clientSecret: secret })
}

/** The fields of the call that the contract lists. */
function contractFields({ request }: PlainOperation, { body }: GatewayCall): Record<string, unknown> {
  return Object.fromEntries(Object.keys(request.shape).map((name) => [name, body[name]]))
}
