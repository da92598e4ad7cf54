import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify, type JWTPayload } from 'jose'
import type { Caller, VerifyToken } from './authorise.ts'

/** A signature costs more to check than most requests; a token that was good once is remembered. */
const REMEMBERED_MAX = 10_000

export type TokenVerifierOptions = {
  issuer: string
  clientId: string
  /** The pool's public keys; asked again when a token names a key that is not among them. */
  fetchKeys: () => Promise<JSONWebKeySet>
  /** Whether the session a token belongs to has ended before the token did. */
  isRevoked: (claims: AccessClaims, token: string) => boolean | Promise<boolean>
  now: () => Date
}

type AccessClaims = JWTPayload & {
  sub: string
  username: string
  exp: number
  /** The session it was issued in. */
  origin_jti?: string
  'cognito:groups'?: string[]
}

/** One verifier for the embedded pool and for Cognito: both publish their keys in the same shape. */
export function createTokenVerifier(options: TokenVerifierOptions): VerifyToken {
  const { isRevoked, now } = options
  const remembered = new Map<string, Known>()
  const checkSignature = signatureChecker(options)

  async function meet(token: string): Promise<Known | null> {
    const claims = await checkSignature(token)
    if (!claims) return null
    const known = { claims, caller: toCaller(claims) }
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    remembered.set(token, known)
    return known
  }

  return async function verifyToken(token) {
    const known = remembered.get(token) ?? (await meet(token))
    if (!known) return null
    if (known.claims.exp * 1000 <= now().getTime()) {
      remembered.delete(token)
      return null
    }
    return (await isRevoked(known.claims, token)) ? null : known.caller
  }
}

type Known = { claims: AccessClaims; caller: Caller }

type Keys = ReturnType<typeof createLocalJWKSet>

/** That the keys could not be had says nothing of a token, so then it throws. */
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
    // The pool may have a new key.
    keys = createLocalJWKSet(await fetchKeys())
    const second = await check(token, keys)
    return second === 'unknown key' ? null : second
  }
}

/** An id token is signed by the same pool, but speaks of a person, not of what they may do. */
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
