import { createHash, timingSafeEqual } from 'node:crypto'
import { PoolError } from '../wire/pool-error.ts'
import { notAuthorized } from '../wire/refusals.ts'
import { secretHash } from './secret-hash.ts'

export type AuthFlow = 'USER_PASSWORD_AUTH' | 'REFRESH_TOKEN_AUTH'

/** A program that may speak to the pool. */
export type AppClient = {
  id: string
  /** None for a client that cannot keep one. */
  secret?: string
  flows: readonly AuthFlow[]
  /** Whether answers are the same for a name that does not exist, wherever they can be. */
  hidesUsers: boolean
}

export type AppClients = ReadonlyMap<string, AppClient>

export function findClient(clients: AppClients, id: string): AppClient {
  const client = clients.get(id)
  if (!client) throw new PoolError('ResourceNotFoundException', `User pool client ${id} does not exist.`)
  return client
}

type Proof = { username: string; hash: string | undefined }

/** Comes before any look at a user: who does not know the secret learns nothing of who has an account. */
export function assertSecretHash({ id, secret }: AppClient, { username, hash }: Proof) {
  if (secret === undefined) {
    if (hash !== undefined) throw notAuthorized(`Unable to verify secret hash for client ${id}`)
    return
  }
  if (hash === undefined) {
    throw notAuthorized(`Client ${id} is configured with secret but SECRET_HASH was not received`)
  }
  if (!equal(hash, secretHash({ username, clientId: id, clientSecret: secret }))) {
    throw notAuthorized(`SecretHash does not match for the client: ${id}`)
  }
}

export function assertSecret({ secret }: AppClient, given: string | undefined) {
  if (equal(given ?? '', secret ?? '')) return
  throw new PoolError('UnauthorizedException', 'The client secret is wrong.')
}

/** The client that calls, once it has shown its secret. */
export function callingClient(
  clients: AppClients,
  call: { ClientId: string; Username: string; SecretHash?: string | undefined },
) {
  const client = findClient(clients, call.ClientId)
  assertSecretHash(client, { username: call.Username, hash: call.SecretHash })
  return client
}

/** Takes as long for the first differing letter as for the last. */
function equal(left: string, right: string) {
  return timingSafeEqual(digest(left), digest(right))
}

function digest(text: string) {
  return createHash('sha256').update(text).digest()
}
