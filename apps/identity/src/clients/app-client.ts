import { createHmac, hash as digest, timingSafeEqual } from 'node:crypto'
import { notAuthorized, PoolError } from '../wire/pool-error.ts'

type AuthFlow = 'USER_PASSWORD_AUTH' | 'REFRESH_TOKEN_AUTH'

/** A program that may call the pool; Cognito calls it an app client. */
export type AppClient = {
  id: string
  /** Absent for a client that cannot keep a secret, such as a page. */
  secret?: string
  flows: readonly AuthFlow[]
  /**
   * Whether responses must hide which user names exist. Refusing an address that is taken is the
   * only exception.
   */
  hidesUserExistence: boolean
}

export type AppClients = ReadonlyMap<string, AppClient>

type SecretHashInput = Record<'username' | 'clientId' | 'clientSecret', string>

/**
 * Cognito's SECRET_HASH, which proves that the sender knows the client's secret. For a refresh,
 * `username` is the sub.
 */
export function secretHash({ username, clientId, clientSecret }: SecretHashInput) {
  const hmac = createHmac('sha256', clientSecret)
  return hmac.update(username + clientId).digest('base64')
}

export function requireClient(clients: AppClients, id: string): AppClient {
  const client = clients.get(id)
  if (!client) throw new PoolError('ResourceNotFoundException', `User pool client ${id} does not exist.`)
  return client
}

type ClientProof = { username: string; hash: string | undefined }

/**
 * Must be called before any user is read: a program without the secret must not learn which
 * accounts exist.
 */
export function assertSecretHash({ id, secret }: AppClient, { username, hash }: ClientProof) {
  if (secret === undefined) {
    if (hash !== undefined) throw notAuthorized(`Unable to verify secret hash for client ${id}`)
    return
  }
  if (hash === undefined) {
    throw notAuthorized(`Client ${id} is configured with secret but SECRET_HASH was not received`)
  }
  if (!equalInConstantTime(hash, secretHash({ username, clientId: id, clientSecret: secret }))) {
    throw notAuthorized(`SecretHash does not match for the client: ${id}`)
  }
}

/** A client without a secret must send none. */
export function assertSecret({ secret }: AppClient, given: string | undefined) {
  if (equalInConstantTime(given ?? '', secret ?? '')) return
  throw new PoolError('UnauthorizedException', 'The client secret is wrong.')
}

/** Checks the secret hash of a call and returns its client. */
export function authenticateClient(
  clients: AppClients,
  call: { ClientId: string; Username: string; SecretHash?: string | undefined },
) {
  const client = requireClient(clients, call.ClientId)
  assertSecretHash(client, { username: call.Username, hash: call.SecretHash })
  return client
}

function equalInConstantTime(left: string, right: string) {
  return timingSafeEqual(digest('sha256', left, 'buffer'), digest('sha256', right, 'buffer'))
}
