import { tokenExpiryOf } from '@nashta/browser/token-expiry'
import type { Tokens } from '@nashta/browser/user'
import { type IdentityResponse, refreshSession } from '@nashta/contracts/identity/identity-gateway'
import { AccountError } from './account-error.ts'
import type { CallIdentity } from './call-identity.ts'
import { MISSING_TOKENS, NO_AUTHENTICATION_RESULT } from './session-texts.ts'

/**
 * Their end is counted on the browser's clock from the moment they were asked for: the pool says how long they
 * last, so a clock that is wrong is wrong at both ends, and no answer on its way makes them last longer.
 */
export function tokensOf(
  answer: IdentityResponse<typeof refreshSession>,
  { askedAt, rememberMe }: { askedAt: Date; rememberMe: boolean },
): Tokens {
  const { AuthenticationResult: result } = answer
  if (!result) throw new AccountError(NO_AUTHENTICATION_RESULT)
  const { AccessToken: accessToken, IdToken: idToken, ExpiresIn: lifetime } = result
  if (!accessToken || !idToken) throw new AccountError(MISSING_TOKENS)
  return { accessToken, idToken, tokenExpiry: tokenExpiryOf(askedAt, lifetime), rememberMe }
}

/** New tokens for the session that the browser's cookie belongs to. */
export async function refreshTokens(callIdentity: CallIdentity, now: () => Date): Promise<Tokens> {
  const askedAt = now()
  const answer = await callIdentity(refreshSession, { AuthFlow: 'REFRESH_TOKEN_AUTH' })
  return tokensOf(answer, { askedAt, rememberMe: true })
}
