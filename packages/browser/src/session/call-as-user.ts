import { SIGN_IN_AGAIN } from '@nashta/contracts/identity/identity-gateway'
import { AccountError } from '../identity/account-error.ts'
import { callWithToken } from './access-token.ts'
import type { AccountClient } from './session.ts'

export const PLEASE_SIGN_IN = 'Please sign in'

/**
 * Calls the user pool with the token of the signed-in user. If the pool refuses the token,
 * `callWithToken` asks for a new one, and a session that was revoked then ends in this browser too.
 */
export function callAsUser<T>({ session }: AccountClient, call: (token: string) => Promise<T>) {
  return callWithToken(session.getAccessToken, async (token) => call(requireToken(token)), isTokenRefused)
}

/** Whether the user pool refused a change because the user's last sign-in is too long ago. */
export function isRecentSignInNeeded(error: unknown) {
  return error instanceof AccountError && error.message === SIGN_IN_AGAIN
}

function isTokenRefused(error: unknown) {
  return (
    error instanceof AccountError && error.kind === 'NotAuthorizedException' && !isRecentSignInNeeded(error)
  )
}

export function requireToken(token: string | null): string {
  if (token === null) throw new AccountError(PLEASE_SIGN_IN)
  return token
}
