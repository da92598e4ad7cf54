import { createLocalJWKSet, type JSONWebKeySet, jwtVerify, type JWTPayload } from 'jose'
import type { Caller, VerifyToken } from './authorise.ts'

/** A signature costs more to check than most requests; a token that was good once is remembered. */
const REMEMBERED_MAX = 10_000

export type TokenVerifierOptions = {
  issuer: string
  clientId: string
  /** The pool's public keys; asked again when a token names a key that is not among them. */
  fetchKeys: () => Promise<JSONWebKeySet>
  /** Whether the session a token belongs to has ended before the token did. */
  isRevoked: (claims: AccessClaims) => boolean | Promise<boolean>
  now: () => Date
}

type AccessClaims = JWTPayload & {
  sub: string
  username: string
  exp: number
  'cognito:groups'?: string[]
}

/** One verifier for the embedded pool and for Cognito: both publish their keys in the same shape. */
export function createTokenVerifier(options: TokenVerifierOptions): VerifyToken {
  const { isRevoked, now } = options
  const remembered = new Map<string, AccessClaims>()
  const checkSignature = signatureChecker(options)

  return async function verifyToken(token) {
    const claims = remembered.get(token) ?? (await checkSignature(token))
    if (!claims || claims.exp * 1000 <= now().getTime()) {
      remembered.delete(token)
      return null
    }
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    remembered.set(token, claims)
    return (await isRevoked(claims)) ? null : toCaller(claims)
  }
}

function signatureChecker({ issuer, clientId, fetchKeys, now }: TokenVerifierOptions) {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined

  async function check(token: string) {
    keys ??= createLocalJWKSet(await fetchKeys())
    const { payload } = await jwtVerify(token, keys, { issuer, algorithms: ['RS256'], currentDate: now() })
    return isAccessToken(payload, clientId) ? payload : null
  }

  return async function checkSignature(token: string): Promise<AccessClaims | null> {
    try {
      return await check(token)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_JWKS_NO_MATCHING_KEY') return null
    }
    // The pool may have a new key.
    keys = undefined
    return check(token).catch(() => null)
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
