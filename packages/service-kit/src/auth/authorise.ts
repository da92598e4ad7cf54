import { foldEmail } from '@nashta/contracts/account/checks'
import type { Access, Endpoint } from '@nashta/contracts/api/endpoint'
import { mayCall } from '@nashta/contracts/api/operator-roles'
import { FRESH_SIGN_IN_SECONDS, SIGN_IN_AGAIN } from '@nashta/contracts/identity/identity-gateway'
import type { FastifyRequest } from 'fastify'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { createRateLimit } from '../limits/rate-limit.ts'
import { ServiceError } from '../service-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** The user of a valid access token. Carts, orders and other data are stored under `sub`. */
export type Caller = {
  sub: string
  username: string
  groups: readonly string[]
  /** When the caller signed in, in seconds since 1970, if the token says it. */
  signedInAt?: number | undefined
}

/** The caller's e-mail address; null when the pool has none. */
export type EmailOf = (caller: Caller) => Promise<string | null>

/** The caller's name; null when the pool has none. */
export type FullNameOf = (caller: Caller) => Promise<string | null>

/** The earlier addresses of the caller's account, in lower case; empty for a pool that does not store them. */
export type FormerEmailsOf = (caller: Caller) => Promise<string[]>

/** Whether the caller's account asks for a code of an authenticator app at sign-in. */
export type HasSecondFactor = (caller: Caller) => Promise<boolean>

/** Resolves to null for an invalid token. */
export type VerifyToken = (token: string) => Promise<Caller | null>

/** Throws for a caller without access. Resolves to null only for `optional` access without a valid token. */
export type Authorise = (
  endpoint: ProtectedEndpoint<Exclude<Access, 'public'>>,
  request: FastifyRequest,
) => Promise<Caller | null>

type ProtectedEndpoint<A extends Access> = Pick<Endpoint, 'method' | 'path'> & {
  access: A
  freshSignIn?: Endpoint['freshSignIn'] | undefined
}

const BEARER_SCHEME = /^Bearer /i

/** Checking a signature takes more CPU time than most requests, so checked tokens are cached. */
const CACHED_TOKENS_MAX = 10_000

/** Operators need a second factor if `hasSecondFactor` is given; null means that they need none. */
export function createAuthorise(
  verifyToken: VerifyToken,
  emailOf: EmailOf = async () => null,
  hasSecondFactor: HasSecondFactor | null = null,
  now: () => Date = () => new Date(),
): Authorise {
  async function isAllowed(
    endpoint: ProtectedEndpoint<Exclude<Access, 'public' | 'optional'>>,
    caller: Caller,
    request: FastifyRequest,
  ) {
    if (endpoint.access === 'admin') return mayCall(caller.groups, endpoint)
    // The use case checks that the resource belongs to the caller.
    if (endpoint.access === 'owner') return true
    // Access is `self`: the path must name the caller.
    const { userId }: { userId?: unknown } = Object(request.params)
    return userId === caller.sub || userId === caller.username || isEmailOf(caller, userId)
  }

  async function isEmailOf(caller: Caller, userId: unknown) {
    if (typeof userId !== 'string' || !userId.includes('@')) return false
    const email = await emailOf(caller)
    return email !== null && foldEmail(email) === foldEmail(userId)
  }

  return async function authorise({ method, path, access, freshSignIn }, request) {
    const token = bearerToken(request)
    // With `optional` access the caller counts as a guest while the user pool cannot be reached.
    if (access === 'optional') return token === null ? null : verifyToken(token).catch(() => null)
    const caller = token === null ? null : await verifyToken(token)
    if (!caller) throw new ServiceError('UNAUTHENTICATED', 'Please sign in')
    if (!(await isAllowed({ method, path, access }, caller, request)))
      throw new ServiceError('FORBIDDEN', 'This is not yours to see or change')
    if (access === 'admin' && hasSecondFactor && !(await hasSecondFactor(caller)))
      throw new ServiceError('FORBIDDEN', 'Please turn on two-step sign-in in your profile first')
    if (freshSignIn) assertFreshSignIn(caller, now())
    return caller
  }
}

/**
 * Throws unless the caller signed in within the last minutes, so that a thief with an open desk or a
 * stolen token cannot make the change. A refresh of the tokens does not make the sign-in newer. A
 * token that does not name the time of the sign-in counts as old.
 */
export function assertFreshSignIn({ signedInAt = 0 }: Pick<Caller, 'signedInAt'>, now: Date) {
  if (now.getTime() / 1000 - signedInAt > FRESH_SIGN_IN_SECONDS)
    throw new ServiceError('SIGN_IN_AGAIN', SIGN_IN_AGAIN)
}

function bearerToken({ headers: { authorization } }: FastifyRequest) {
  return authorization && BEARER_SCHEME.test(authorization) ? authorization.slice('Bearer '.length) : null
}

export type TokenVerifierOptions = {
  issuer: string
  clientId: string
  /** Fetches the pool's public keys: every minute, and when a token names an unknown key. */
  fetchKeys: () => Promise<JSONWebKeySet>
  /**
   * Asks the pool whether it still trusts the key, because the fetched keys may be a minute old.
   * Left out for a pool in another process: every call of `verifyToken` would wait for a response.
   */
  isKeyTrusted?: (kid: string) => boolean
  /** True when the token's session has ended, although the token has not expired. */
  isRevoked: (claims: AccessClaims, token: string) => boolean | Promise<boolean>
  now: () => Date
}

export type AccessClaims = JWTPayload & {
  sub: string
  username: string
  exp: number
  auth_time?: number
  /** The id of the session the token was issued in. */
  origin_jti?: string
  'cognito:groups'?: string[]
}

/** Verifies access tokens of the embedded pool and of Cognito: both publish their keys in the same format. */
export function createTokenVerifier(options: TokenVerifierOptions): VerifyToken {
  const { isRevoked, isKeyTrusted = () => true, now } = options
  const checkedTokens = new LRUCache<string, CheckedToken>({ max: CACHED_TOKENS_MAX })
  const keyCache = createKeyCache(options)

  async function check(token: string, keys: Keys): Promise<CheckedToken | null> {
    const checked = await checkSignature(token, keys, options)
    if (checked !== 'unknown key') return checked
    // The pool may have rotated its keys.
    const rechecked = await checkSignature(token, await keyCache.reload(), options)
    return rechecked === 'unknown key' ? null : rechecked
  }

  return async function verifyToken(token) {
    const keys = await keyCache.current()
    const cached = checkedTokens.get(token)
    const checked = cached && keys.kids.has(cached.kid) ? cached : await check(token, keys)
    if (!checked || !isKeyTrusted(checked.kid) || checked.claims.exp * 1000 <= now().getTime()) {
      checkedTokens.delete(token)
      return null
    }
    if (checked !== cached) checkedTokens.set(token, checked)
    const { claims, caller } = checked
    return (await isRevoked(claims, token)) ? null : caller
  }
}

type CheckedToken = { kid: string; claims: AccessClaims; caller: Caller }

/** Null for an invalid token. */
async function checkSignature(
  token: string,
  { find }: Keys,
  { issuer, clientId, now }: TokenVerifierOptions,
): Promise<CheckedToken | 'unknown key' | null> {
  try {
    const options = { issuer, algorithms: ['RS256'], currentDate: now() }
    const { payload: claims, protectedHeader } = await jwtVerify(token, find, options)
    if (!isAccessToken(claims, clientId)) return null
    return { kid: protectedHeader.kid ?? '', claims, caller: toCaller(claims) }
  } catch (error) {
    return error instanceof errors.JWKSNoMatchingKey ? 'unknown key' : null
  }
}

/**
 * While the pool can be reached, a key that the pool no longer publishes is refused after this time
 * at the latest.
 */
const KEYS_LIFETIME_MS = 60_000
/**
 * While the pool cannot be reached, its last keys stay in use for this time. After that they are of
 * no use: access tokens live for an hour, so all tokens from before the outage have expired.
 */
const KEYS_LIFETIME_IN_OUTAGE_MS = 60 * 60_000
/** While the last keys stay in use, a failed request for the keys is repeated after this delay. */
const KEYS_RETRY_DELAY_MS = 10_000

/**
 * A token that names an unknown key causes a reload of the keys. Strangers can send such tokens, so
 * reloads are limited.
 */
const UNKNOWN_KEY_RELOADS = { limit: 10, perSeconds: 60 }
/** Reloads for all tokens are counted together, so the rate limit has only this one entry. */
const ALL_TOKENS = ''

type Keys = { find: ReturnType<typeof createLocalJWKSet>; kids: ReadonlySet<string | undefined> }

/** Caches the pool's keys. */
function createKeyCache({ fetchKeys, now }: Pick<TokenVerifierOptions, 'fetchKeys' | 'now'>) {
  const unknownKeyReloads = createRateLimit({ ...UNKNOWN_KEY_RELOADS, now })
  let loaded: { at: number; keys: Keys } | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<Keys> | undefined

  // The absolute difference, because the clock may have been set back.
  const ageOf = (time: number) => Math.abs(now().getTime() - time)

  async function fetchAndParse(): Promise<Keys> {
    const at = now().getTime()
    try {
      const keySet = await fetchKeys()
      const kids = new Set(keySet.keys.map(({ kid }) => kid))
      loaded = { at, keys: { find: createLocalJWKSet(keySet), kids } }
      return loaded.keys
    } catch (error) {
      failedAt = now().getTime()
      throw error
    }
  }

  /** Fetches the keys. Concurrent calls share one request. */
  function load() {
    loading ??= fetchAndParse().finally(() => {
      loading = undefined
    })
    return loading
  }

  /** Rejects when the pool cannot be reached and the cached keys are missing or too old. */
  async function current(): Promise<Keys> {
    if (!loaded) return load()
    const { at, keys } = loaded
    if (ageOf(at) < KEYS_LIFETIME_MS) return keys
    if (ageOf(at) >= KEYS_LIFETIME_IN_OUTAGE_MS) return load()
    const hasJustFailed = ageOf(failedAt) < KEYS_RETRY_DELAY_MS
    return hasJustFailed ? keys : load().catch(() => keys)
  }

  /**
   * Fetches the keys for a token with an unknown key. Returns the current keys when the limit of
   * reloads is reached. Rejects when the pool cannot be reached: without the pool's newest keys, it
   * is unknown whether the token is valid.
   */
  function reload(): Promise<Keys> {
    const { allowed } = unknownKeyReloads.countAttempt(ALL_TOKENS)
    return allowed ? load() : current()
  }

  return { current, reload }
}

/** The pool's keys verify id tokens too, but these do not authorise calls. */
function isAccessToken(payload: JWTPayload, clientId: string): payload is AccessClaims {
  return (
    payload['token_use'] === 'access' &&
    payload['client_id'] === clientId &&
    typeof payload['username'] === 'string' &&
    typeof payload.sub === 'string' &&
    typeof payload.exp === 'number'
  )
}

function toCaller(claims: AccessClaims): Caller {
  const { sub, username, auth_time: signedInAt } = claims
  return { sub, username, groups: claims['cognito:groups'] ?? [], signedInAt }
}
