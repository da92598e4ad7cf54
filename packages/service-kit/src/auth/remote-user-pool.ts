import {
  FORMER_EMAILS,
  IDENTITY_CONTENT_TYPE,
  TARGET_HEADER,
} from '@nashta/contracts/identity/identity-operation'
import { SECOND_FACTOR } from '@nashta/contracts/identity/second-factor'
import { getUser, identityErrorSchema } from '@nashta/contracts/identity/user-pool'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { Settings } from '../process/settings.ts'
import { ServiceError } from '../service-error.ts'
import { type AccountRecords, hasEnded, type PoolUser } from './account-records.ts'
import { type AccessClaims, type Caller, createTokenVerifier } from './authorise.ts'
import { fullNameIn } from './full-name.ts'

/** The user of a token is cached this long, so a sign-out may take effect this much later. */
const USER_CACHE_MS = 5_000
const USER_CACHE_MAX = 10_000
const TIMEOUT_MS = 5_000
const RETRY_AFTER_SECONDS = 2

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

export type RemoteUserPoolOptions = {
  /** The URL of Cognito, or of a user pool that speaks Cognito's protocol. */
  endpoint: string
  region: string
  poolId: string
  clientId: string
  /**
   * The store's own records of users and ended sessions. With records, the store asks the pool only
   * about users without a record, because Cognito limits requests. With null, the store asks the
   * pool about every session.
   */
  records: AccountRecords | null
  now: () => Date
}

type SessionOwner = { username: string; sub: string | undefined; user: PoolUser }

/** Connects to a user pool in another process. Verifies tokens and finds their users over HTTP. */
export function connectUserPool(options: RemoteUserPoolOptions) {
  const { endpoint, region, poolId, clientId, records, now } = options
  const keysUrl = `${endpoint.replace(/\/$/, '')}/${poolId}/.well-known/jwks.json`
  const userOfToken = createCache<PoolUser | null>(now)
  /** The users of the tokens that `verifyToken` accepted, by user name. */
  const users = new LRUCache<string, PoolUser>({ max: USER_CACHE_MAX })

  async function fetchKeys() {
    const { data, error } = keySetSchema.safeParse(await readJson(await request(keysUrl)))
    return data ?? throwUnavailable(error)
  }

  /** Asks the pool for the user of a token. Null if the session has ended or is another user's. */
  async function fetchUser(claims: AccessClaims, token: string): Promise<PoolUser | null> {
    const response = await request(endpoint, {
      method: 'POST',
      headers: { 'content-type': IDENTITY_CONTENT_TYPE, [TARGET_HEADER]: getUser.target },
      body: JSON.stringify({ AccessToken: token }),
    })
    if (response.status === 400) {
      await throwUnlessSessionEnded(response)
      return null
    }
    const { username, sub, user } = parseUser(await readJson(response))
    return username === claims.username && sub === claims.sub ? user : null
  }

  /**
   * Like `fetchUser`, but asks the pool only when the user has no record. A record expires when the
   * user has not signed in through the store for a month.
   */
  async function findUser(accounts: AccountRecords, claims: AccessClaims, token: string) {
    // A session without a start time counts as the user's oldest, so that ending all sessions of
    // the user ends this session too.
    const { sub, origin_jti: id, auth_time: beganAt = 0 } = claims
    // A session without an id is refused, because its end could not be recorded.
    if (id === undefined) return null
    const record = await accounts.find(sub, id)
    if (hasEnded({ id, beganAt }, record)) return null
    if (record.user) return record.user
    const user = await fetchUser(claims, token)
    if (user) await accounts.saveUser(sub, user)
    return user
  }

  /** Whether the token's session has ended. If not, `users` gets the user of the token. */
  async function isRevoked(claims: AccessClaims, token: string): Promise<boolean> {
    const user = await userOfToken(token, () =>
      records ? findUser(records, claims, token) : fetchUser(claims, token),
    )
    if (!user) return true
    users.set(claims.username, user)
    return false
  }

  return {
    verifyToken: createTokenVerifier({
      issuer: `https://cognito-idp.${region}.amazonaws.com/${poolId}`,
      clientId,
      fetchKeys,
      isRevoked,
      now,
    }),
    // A caller comes from `verifyToken`, so `users` has the caller's user.
    emailOf: async ({ username }: Caller) => users.get(username)?.email ?? null,
    /** Null while the caller has not confirmed the address. */
    verifiedEmailOf: async ({ username }: Caller) => {
      const user = users.get(username)
      return user?.isEmailVerified ? user.email : null
    },
    fullNameOf: async ({ username }: Caller) => users.get(username)?.name ?? null,
    formerEmailsOf: async ({ username }: Caller) => users.get(username)?.formerEmails ?? [],
    birthDateOf: async ({ username }: Caller) => users.get(username)?.birthDate ?? null,
    /** Not read from the token: Cognito puts no claim about the second factor into access tokens. */
    hasSecondFactor: async ({ username }: Caller) => users.get(username)?.hasSecondFactor ?? false,
    probe: async () => void (await fetchKeys()),
  }
}

/** Parses the reply of GetUser. */
export function parseUser(body: unknown): SessionOwner {
  const { success, data: reply, error } = getUser.response.safeParse(body)
  if (!success) throwUnavailable(error)
  const attributes = new Map(reply.UserAttributes.map(({ Name, Value }) => [Name, Value]))
  return {
    username: reply.Username,
    sub: attributes.get('sub'),
    user: {
      email: attributes.get('email') ?? null,
      name: fullNameIn(Object.fromEntries(attributes)),
      isEmailVerified: attributes.get('email_verified') === 'true',
      formerEmails: attributes.get(FORMER_EMAILS)?.split(' ') ?? [],
      birthDate: attributes.get('birthdate') ?? null,
      hasSecondFactor: reply.UserMFASettingList?.includes(SECOND_FACTOR) ?? false,
    },
  }
}

/** The pool's errors for an ended session and for a deleted user. */
const ENDED_ERRORS = new Set(['NotAuthorizedException', 'UserNotFoundException'])

/** Errors that are not in `ENDED_ERRORS`, such as throttling, say nothing about the session. */
async function throwUnlessSessionEnded(response: Response) {
  const { __type: kind } = identityErrorSchema.safeParse(await readJson(response)).data ?? {}
  if (kind === undefined || !ENDED_ERRORS.has(kind)) throwUnavailable(kind)
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    return throwUnavailable(error)
  }
}

/** Resolves for 200, and for 400, which is the status of Cognito's errors. Throws for everything else. */
async function request(url: string, options: RequestInit = {}) {
  const response = await fetch(url, {
    ...options,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => throwUnavailable(error))
  return response.status === 200 || response.status === 400 ? response : throwUnavailable(response.status)
}

function throwUnavailable(cause: unknown): never {
  throw new ServiceError('UNAVAILABLE', 'The user pool is away; please try again', {
    cause,
    retryAfter: RETRY_AFTER_SECONDS,
  })
}

/**
 * Returns a function that loads the value of a key, or returns the cached promise of that value. So
 * concurrent calls share one request. A rejected promise is removed.
 */
function createCache<Value>(now: () => Date) {
  const cache = new LRUCache<string, { at: number; value: Promise<Value> }>({ max: USER_CACHE_MAX })

  return (key: string, load: () => Promise<Value>): Promise<Value> => {
    const at = now().getTime()
    const cached = cache.get(key)
    // The absolute difference, because the clock may have been set back.
    if (cached && Math.abs(at - cached.at) < USER_CACHE_MS) return cached.value

    const value = load()
    cache.set(key, { at, value })
    value.catch(() => cache.delete(key))
    return value
  }
}

/**
 * The URL of the user pool in another process; null when the settings name none. With null,
 * - the whole store runs a pool inside its own process
 * - a service that runs alone has no pool, and every caller is a guest
 */
export function userPoolEndpoint(settings: Settings): string | null {
  const { CLOUD, COGNITO_ENDPOINT, AWS_REGION, IDENTITY_URL } = settings
  if (CLOUD === 'aws') return COGNITO_ENDPOINT ?? `https://cognito-idp.${AWS_REGION}.amazonaws.com/`
  return IDENTITY_URL ? new URL('/user-pool', IDENTITY_URL).href : null
}

/** Takes the place of a connected user pool. Every caller is a guest. */
const NO_USER_POOL = {
  verifyToken: async () => null,
  emailOf: async () => null,
  verifiedEmailOf: async () => null,
  fullNameOf: async () => null,
  formerEmailsOf: async () => [],
  birthDateOf: async () => null,
  /** Null: operators need no second factor. */
  hasSecondFactor: null,
}

/** For a service that runs without the rest of the store. The settings may name no user pool. */
export function connectUserPoolIfSet(settings: Settings, now: () => Date) {
  const endpoint = userPoolEndpoint(settings)
  if (!endpoint) return NO_USER_POOL
  const { AWS_REGION: region, USER_POOL_ID: poolId, USER_POOL_CLIENT_ID: clientId } = settings
  const { hasSecondFactor, ...pool } = connectUserPool({
    endpoint,
    region,
    poolId,
    clientId,
    records: null,
    now,
  })
  // With null, operators need no second factor. Only a public store requires a second factor.
  return { ...pool, hasSecondFactor: settings.PUBLIC_URL ? hasSecondFactor : null }
}
