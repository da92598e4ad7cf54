import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import type { SigningKeys } from './issue-tokens.ts'

export type VerifyTokenDeps = { keys: SigningKeys; issuer: string; now: () => Date }

export type TokenFault = 'invalid' | 'bad signature' | 'expired'

/** The claims of a valid token that this pool signed, or the reason why it is refused. */
export async function verifyPoolToken(
  { keys, issuer, now }: VerifyTokenDeps,
  token: string,
): Promise<{ claims: JWTPayload } | { fault: TokenFault }> {
  try {
    const { kid = '' } = decodeProtectedHeader(token)
    const key = keys.publicKey(kid)
    if (!key) return { fault: 'bad signature' }
    // Only our algorithm is accepted, whatever the token's header names.
    const options = { issuer, algorithms: ['RS256'], currentDate: now(), requiredClaims: ['exp', 'sub'] }
    const { payload } = await jwtVerify(token, key, options)
    return { claims: payload }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

function faultOf(error: unknown): TokenFault {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'bad signature'
  return 'invalid'
}
