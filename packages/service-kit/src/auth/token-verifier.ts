import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify, type JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Caller, VerifyToken } from './authorise.ts'

/** Checking a signature costs more than most requests, so checked tokens are cached. */
const CACHED_TOKENS_MAX = 10_000

export type TokenVerifierOptions = {
  issuer: string
  clientId: string
  /** The pool's public keys; fetched again when a token names an unknown key. */
  fetchKeys: () => Promise<JSONWebKeySet>
  /** Whether the token's session has ended before the token expires. */
  isRevoked: (claims: AccessClaims, token: string) => boolean | Promise<boolean>
  now: () => Date
}

type AccessClaims = JWTPayload & {
  sub: string
  username: string
  exp: number
  /** The session the token was issued in. */
  origin_jti?: string
  'cognito:groups'?: string[]
}

/** Verifies access tokens of the embedded pool and of Cognito: both publish their keys in the same format. */
export function createTokenVerifier(options: TokenVerifierOptions): VerifyToken {
  const { isRevoked, now } = options
  const checked = new LRUCache<string, CheckedToken>({ max: CACHED_TOKENS_MAX })
  const checkSignature = signatureChecker(options)

  async function check(token: string): Promise<CheckedToken | null> {
    const claims = await checkSignature(token)
    if (!claims) return null
    const checkedToken = { claims, caller: toCaller(claims) }
    checked.set(token, checkedToken)
    return checkedToken
  }

  return async function verifyToken(token) {
    const checkedToken = checked.get(token) ?? (await check(token))
    if (!checkedToken) return null
    const { claims, caller } = checkedToken
    if (claims.exp * 1000 <= now().getTime()) {
      checked.delete(token)
      return null
    }
    return (await isRevoked(claims, token)) ? null : caller
  }
}

type CheckedToken = { claims: AccessClaims; caller: Caller }

type Keys = ReturnType<typeof createLocalJWKSet>

/** Throws when the keys cannot be fetched: then the token is neither valid nor invalid. */
function signatureChecker({ issuer, clientId, fetchKeys, now }: TokenVerifierOptions) {
  let keys: Keys | undefined

  async function check(token: string, keys: Keys): Promise<AccessClaims | 'unknown key' | null> {
    try {
      const { payload } = await jwtVerify(token, keys, { issuer, algorithms: ['RS256'], currentDate: now() })
      return isAccessToken(payload, clientId) ? payload : null
    } catch (error) {
      return error instanceof errors.JWKSNoMatchingKey ? 'unknown key' : null
    }
  }

  return async function checkSignature(token: string): Promise<AccessClaims | null> {
    keys ??= createLocalJWKSet(await fetchKeys())
    const first = await check(token, keys)
    if (first !== 'unknown key') return first
    // The pool may have rotated its keys.
    keys = createLocalJWKSet(await fetchKeys())
    const second = await check(token, keys)
    return second === 'unknown key' ? null : second
  }
}

/** An id token has the same signature, but does not authorise calls. */
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
  return { sub: claims.sub, username: claims.username, groups: claims['cognito:groups'] ?? [] }
}
