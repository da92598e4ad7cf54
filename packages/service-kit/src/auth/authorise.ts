import { foldEmail } from '@nashta/contracts/account/checks'
import type { Access } from '@nashta/contracts/api/endpoint'
import type { FastifyRequest } from 'fastify'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { ServiceError } from '../http/service-error.ts'

/** The user of a valid access token. Carts, orders and other data are stored under `sub`. */
export type Caller = {
  sub: string
  username: string
  groups: readonly string[]
  /** When the caller signed in, in seconds since 1970, if the pool tells. */
  signedInAt?: number | undefined
}

/** The caller's e-mail address; null when the pool has none. */
export type EmailOf = (caller: Caller) => Promise<string | null>

/** Whether the caller's account needs a code of an authenticator app at sign-in. */
export type HasSecondFactor = (caller: Caller) => Promise<boolean>

/** Resolves to null for an invalid token. */
export type VerifyToken = (token: string) => Promise<Caller | null>

/** Throws for a caller without access. Resolves to null only for `optional` access without a valid token. */
export type Authorise = (access: Exclude<Access, 'public'>, request: FastifyRequest) => Promise<Caller | null>

export const ADMIN_GROUP = 'admin'
const BEARER_SCHEME = /^Bearer /i

/** Checking a signature takes more CPU time than most requests, so checked tokens are cached. */
const CACHED_TOKENS_MAX = 10_000

/** With `hasSecondFactor`, admin access needs a second factor. */
export function createAuthorise(
  verifyToken: VerifyToken,
  emailOf: EmailOf = async () => null,
  hasSecondFactor: HasSecondFactor | null = null,
): Authorise {
  async function isAllowed(
    access: Exclude<Access, 'public' | 'optional'>,
    caller: Caller,
    request: FastifyRequest,
  ) {
    if (access === 'admin') return caller.groups.includes(ADMIN_GROUP)
    // The use case checks that the resource belongs to the caller.
    if (access === 'owner') return true
    const { userId }: { userId?: unknown } = Object(request.params)
    return userId === caller.sub || userId === caller.username || isEmailOf(caller, userId)
  }

  async function isEmailOf(caller: Caller, userId: unknown) {
    if (typeof userId !== 'string' || !userId.includes('@')) return false
    const email = await emailOf(caller)
    return email !== null && foldEmail(email) === foldEmail(userId)
  }

  return async function authorise(access, request) {
    const token = bearerToken(request)
    // With `optional` access a user pool that is away only makes the reply impersonal.
    if (access === 'optional') return token === null ? null : verifyToken(token).catch(() => null)
    const caller = token === null ? null : await verifyToken(token)
    if (!caller) throw new ServiceError('UNAUTHENTICATED', 'Please sign in')
    if (!(await isAllowed(access, caller, request)))
      throw new ServiceError('FORBIDDEN', 'This is not yours to see or change')
    if (access === 'admin' && hasSecondFactor && !(await hasSecondFactor(caller)))
      throw new ServiceError('FORBIDDEN', 'Please turn on two-step sign-in in your profile first')
    return caller
  }
}

function bearerToken({ headers: { authorization } }: FastifyRequest) {
  return authorization && BEARER_SCHEME.test(authorization) ? authorization.slice('Bearer '.length) : null
}

export type TokenVerifierOptions = {
  issuer: string
  clientId: string
  /** The pool's public keys; fetched again when a token names an unknown key. */
  fetchKeys: () => Promise<JSONWebKeySet>
  /** True when the token's session has ended, although the token has not expired. */
  isRevoked: (claims: AccessClaims, token: string) => boolean | Promise<boolean>
  now: () => Date
}

type AccessClaims = JWTPayload & {
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
  const { isRevoked, now } = options
  const cache = new LRUCache<string, CheckedToken>({ max: CACHED_TOKENS_MAX })
  const checkSignature = createSignatureCheck(options)

  async function checkAndCache(token: string): Promise<CheckedToken | null> {
    const claims = await checkSignature(token)
    if (!claims) return null
    const checkedToken = { claims, caller: toCaller(claims) }
    cache.set(token, checkedToken)
    return checkedToken
  }

  return async function verifyToken(token) {
    const checkedToken = cache.get(token) ?? (await checkAndCache(token))
    if (!checkedToken) return null
    const { claims, caller } = checkedToken
    if (claims.exp * 1000 <= now().getTime()) {
      cache.delete(token)
      return null
    }
    return (await isRevoked(claims, token)) ? null : caller
  }
}

type CheckedToken = { claims: AccessClaims; caller: Caller }

type Keys = ReturnType<typeof createLocalJWKSet>

/** The check returns null for an invalid token, but throws when the keys cannot be fetched: the token may be valid. */
function createSignatureCheck({ issuer, clientId, fetchKeys, now }: TokenVerifierOptions) {
  let latestKeys: Keys | undefined

  async function checkWith(keys: Keys, token: string): Promise<AccessClaims | 'unknown key' | null> {
    try {
      const { payload } = await jwtVerify(token, keys, { issuer, algorithms: ['RS256'], currentDate: now() })
      return isAccessToken(payload, clientId) ? payload : null
    } catch (error) {
      return error instanceof errors.JWKSNoMatchingKey ? 'unknown key' : null
    }
  }

  return async function checkSignature(token: string): Promise<AccessClaims | null> {
    latestKeys ??= createLocalJWKSet(await fetchKeys())
    const result = await checkWith(latestKeys, token)
    if (result !== 'unknown key') return result
    // The pool may have rotated its keys.
    latestKeys = createLocalJWKSet(await fetchKeys())
    const retried = await checkWith(latestKeys, token)
    return retried === 'unknown key' ? null : retried
  }
}

/** The pool signs id tokens with the same key, but they do not authorise calls. */
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
