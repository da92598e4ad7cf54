import { ACCESS_TOKEN_LIFETIME_SECONDS } from '@nashta/contracts/constants'
import { type IdentityResponse, refreshSession } from '@nashta/contracts/identity/identity-gateway'
import { AccountError } from '../identity/account-error.ts'
import type { CallIdentity } from '../identity/call-identity.ts'
import type { Tokens } from './session-store.ts'

const NO_AUTHENTICATION_RESULT = 'Authentication failed - no result returned'
const MISSING_TOKENS = 'Authentication failed - missing tokens'

/**
 * The tokens in a response. Their expiry is computed with the browser's clock and compared with the
 * same clock, so a wrong clock does no harm. Their lifetime counts from the request, so a slow
 * response does not make them last longer.
 */
export function tokensOf(
  response: IdentityResponse<typeof refreshSession>,
  { requestedAt, rememberMe }: { requestedAt: Date; rememberMe: boolean },
): Tokens {
  const { AuthenticationResult: result } = response
  if (!result) throw new AccountError(NO_AUTHENTICATION_RESULT)
  const { AccessToken: accessToken, IdToken: idToken, ExpiresIn: lifetime } = result
  if (!accessToken || !idToken) throw new AccountError(MISSING_TOKENS)
  return { accessToken, idToken, tokenExpiry: tokenExpiryOf(requestedAt, lifetime), rememberMe }
}

/** Fetches new tokens. The gateway takes the refresh token from the browser's cookie. */
export async function refreshTokens(callIdentity: CallIdentity, now: () => Date): Promise<Tokens> {
  const requestedAt = now()
  const response = await callIdentity(refreshSession, { AuthFlow: 'REFRESH_TOKEN_AUTH' })
  // Only a session with `rememberMe` is renewed.
  return tokensOf(response, { requestedAt, rememberMe: true })
}

export function tokenExpiryOf(requestedAt: Date, lifetimeSeconds = ACCESS_TOKEN_LIFETIME_SECONDS): number {
  return requestedAt.getTime() + lifetimeSeconds * 1000
}
