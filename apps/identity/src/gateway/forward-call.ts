import type { IdentityOperation } from '@nashta/contracts/identity/identity-operation'
import type * as z from 'zod/mini'
import { secretHash } from '../clients/app-client.ts'
import { addKnownAccount, newDeviceToken } from '../devices/device-token.ts'
import type { PoolClient, PoolConnection, PoolResponse } from './pool-connection.ts'
import type { RefreshSession } from './refresh-cookie.ts'

/** A call that a page makes. */
export type GatewayCall = {
  body: Readonly<Record<string, unknown>>
  /** Read from the cookie, which is as untrusted as the body; null without a cookie. */
  session: RefreshSession | null
  userAgent: string | undefined
  /** The token of the device cookie, as untrusted as the session; null without a cookie. */
  device: string | null
}

export type GatewayResult = {
  response: PoolResponse
  /** A session is written to the cookie, 'ended' clears the cookie, and undefined leaves it. */
  session?: RefreshSession | 'ended'
  /** The token to write to the device cookie. */
  device?: string
}

export type Perform = (pool: PoolConnection, call: GatewayCall) => Promise<GatewayResult>

/** An operation whose request schema is a single object, so that its fields can be listed. */
export type PlainOperation = IdentityOperation & { request: z.ZodMiniObject }

/** Forwards a call that its access token authorises: it needs no client id and no secret hash. */
export function forward(operation: PlainOperation): Perform {
  return async (pool, call) => ({
    response: await pool.send(operation.target, contractFields(operation, call)),
  })
}

/** Forwards a call without an access token, such as SignUp: adds the client id, the secret hash and the device. */
export function forwardAsClient(operation: PlainOperation): Perform {
  return async (pool, call) => ({
    response: await pool.send(operation.target, {
      ...contractFields(operation, call),
      ...deviceMetadata(call, call.body['ClientMetadata']),
      ClientId: pool.client.id,
      SecretHash: secretHashFor(pool.client, call.body['Username']),
    }),
  })
}

/** The pool's ClientMetadata with the device; empty without a device. Cognito ignores it. */
function deviceMetadata({ device }: GatewayCall, metadata?: unknown) {
  return device === null ? {} : { ClientMetadata: { ...Object(metadata), deviceToken: device } }
}

/** Forwards a sign-up with the token of this browser, by which the pool recognises it when it confirms the sign-up. */
export function forwardSignUp(operation: PlainOperation): Perform {
  const forwardCall = forwardAsClient(operation)
  return async (pool, call) => {
    const device = call.device ?? newDeviceToken()
    const result = await forwardCall(pool, { ...call, device })
    return result.response.status === 200 ? { ...result, device } : result
  }
}

/** Forwards a code from the shopper's mailbox. If it is right, this browser is known for the account from then on. */
export function forwardCode(operation: PlainOperation): Perform {
  const forwardCall = forwardAsClient(operation)
  return async (pool, call) => {
    const result = await forwardCall(pool, call)
    return result.response.status === 200
      ? { ...result, ...knownDevice(pool, call, call.body['Username']) }
      : result
  }
}

/** The device token with this account added; empty for a client without a secret. */
export function knownDevice({ client }: PoolConnection, { device }: GatewayCall, username: unknown) {
  if (client.secret === undefined || typeof username !== 'string') return {}
  return {
    device: addKnownAccount(device ?? newDeviceToken(), { clientSecret: client.secret, username }),
  }
}

/** Forwards a call that ends every session of the user. */
export function forwardAndEndSession(operation: PlainOperation): Perform {
  return async (pool, call) => {
    const response = await pool.send(operation.target, contractFields(operation, call))
    return response.status === 200 ? { response, session: 'ended' } : { response }
  }
}

/** Undefined for a client without a secret, and for a user name that is not text, which the pool refuses anyway. */
export function secretHashFor({ id, secret }: PoolClient, username: unknown) {
  if (secret === undefined || typeof username !== 'string') return undefined
  return secretHash({ username, clientId: id, clientSecret: secret })
}

/** Drops the fields that the contract does not list. */
function contractFields({ request }: PlainOperation, { body }: GatewayCall) {
  return Object.fromEntries(Object.keys(request.shape).map((name) => [name, body[name]]))
}
