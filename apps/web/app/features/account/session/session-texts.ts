import { withPrefix } from '@nashta/contracts/api/error-texts'

export const SESSION_ENDED = 'Your session has ended. Please sign in again to go on where you were.'

export function signOutFailed(message: string): string {
  return withPrefix('Sign out failed: ', message)
}

/** The shopper's name in the header: the first name, else the e-mail up to its @. */
export function shortName({ firstName, email }: { firstName: string; email: string }): string {
  return firstName.trim() || (email.split('@')[0] ?? email)
}
