import type { IdentityOperation } from '@nashta/contracts/identity/identity-operation'
import type * as z from 'zod/mini'
import { secretHash } from '../clients/secret-hash.ts'
import type { Call, Perform } from './call.ts'
import type { PoolClient } from './pool-connection.ts'

/** A call whose members the contract lists. */
export type PlainOperation = IdentityOperation & { request: z.ZodMiniObject }

/** For calls that carry an access token and need nothing else. */
export function passOn(operation: PlainOperation): Perform {
  return async (pool, call) => ({ answer: await pool.send(operation.target, knownMembers(operation, call)) })
}

/** For calls that only the store may make: its id and the proof that it knows its secret are added here. */
export function passOnAsClient(operation: PlainOperation): Perform {
  return async (pool, call) => ({
    answer: await pool.send(operation.target, {
      ...knownMembers(operation, call),
      ClientId: pool.client.id,
      SecretHash: hashFor(pool.client, call.body['Username']),
    }),
  })
}

/** For calls after which there is no session left, here or anywhere. */
export function passOnAndEnd(operation: PlainOperation): Perform {
  return async (pool, call) => {
    const answer = await pool.send(operation.target, knownMembers(operation, call))
    return answer.status === 200 ? { answer, session: 'ended' } : { answer }
  }
}

/** A name that is no text is the pool's to refuse, with or without a hash. */
export function hashFor({ id, secret }: PoolClient, username: unknown) {
  if (secret === undefined || typeof username !== 'string') return undefined
  return secretHash({ username, clientId: id, clientSecret: secret })
}

function knownMembers({ request }: PlainOperation, { body }: Call) {
  return Object.fromEntries(Object.keys(request.shape).map((name) => [name, body[name]]))
}
