import type { IdentityOperation } from '@nashta/contracts/identity/identity-operation'
import type * as z from 'zod/mini'
import { secretHash } from '../clients/app-client.ts'
import type { PoolClient, PoolConnection, PoolResponse } from './pool-connection.ts'
import type { RefreshSession } from './refresh-cookie.ts'

/** A call that a page makes. */
export type GatewayCall = {
  body: Readonly<Record<string, unknown>>
  /** Read from the cookie, which is as untrusted as the body; null without a cookie. */
  session: RefreshSession | null
  userAgent: string | undefined
}

export type GatewayResult = {
  response: PoolResponse
  /** A session is written to the cookie, 'ended' clears the cookie, and undefined leaves it. */
  session?: (RefreshSession & { persistent: boolean }) | 'ended'
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

/** Forwards a call without an access token, such as SignUp: adds the client id and secret hash that the pool needs. */
export function forwardAsClient(operation: PlainOperation): Perform {
  return async (pool, call) => ({
    response: await pool.send(operation.target, {
      ...contractFields(operation, call),
      ClientId: pool.client.id,
      SecretHash: secretHashFor(pool.client, call.body['Username']),
    }),
  })
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
