import type { IdentityOperation } from '@nashta/contracts/identity/identity-operation'
import type * as z from 'zod/mini'
import { secretHash } from '../clients/app-client.ts'
import type { PoolClient, PoolConnection, PoolResponse } from './pool-connection.ts'
import type { RefreshSession } from './refresh-cookie.ts'

/** The call of a page. */
export type GatewayCall = {
  body: Readonly<Record<string, unknown>>
  /** From the cookie, which is as untrusted as the body. */
  session: RefreshSession | null
}

export type GatewayResult = {
  response: PoolResponse
  /** Sets the cookie, clears it, or leaves it when absent. */
  session?: (RefreshSession & { remembered: boolean }) | 'ended'
}

export type Perform = (pool: PoolConnection, call: GatewayCall) => Promise<GatewayResult>

/** An operation whose request members the contract lists. */
export type PlainOperation = IdentityOperation & { request: z.ZodMiniObject }

/** For calls that carry an access token. */
export function forward(operation: PlainOperation): Perform {
  return async (pool, call) => ({
    response: await pool.send(operation.target, knownMembers(operation, call)),
  })
}

/** For calls that only the store may make: adds its client id and secret hash. */
export function forwardAsClient(operation: PlainOperation): Perform {
  return async (pool, call) => ({
    response: await pool.send(operation.target, {
      ...knownMembers(operation, call),
      ClientId: pool.client.id,
      SecretHash: hashFor(pool.client, call.body['Username']),
    }),
  })
}

/** For calls that end every session of the user. */
export function forwardAndEnd(operation: PlainOperation): Perform {
  return async (pool, call) => {
    const response = await pool.send(operation.target, knownMembers(operation, call))
    return response.status === 200 ? { response, session: 'ended' } : { response }
  }
}

/** Undefined for a user name that is not text, which the pool refuses anyway. */
export function hashFor({ id, secret }: PoolClient, username: unknown) {
  if (secret === undefined || typeof username !== 'string') return undefined
  return secretHash({ username, clientId: id, clientSecret: secret })
}

function knownMembers({ request }: PlainOperation, { body }: GatewayCall) {
  return Object.fromEntries(Object.keys(request.shape).map((name) => [name, body[name]]))
}
