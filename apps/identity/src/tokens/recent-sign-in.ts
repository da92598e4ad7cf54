import { FRESH_SIGN_IN_SECONDS, SIGN_IN_AGAIN } from '@nashta/contracts/identity/identity-gateway'
import { notAuthorized } from '../wire/pool-error.ts'

const RECENT_MS = FRESH_SIGN_IN_SECONDS * 1000

/**
 * Throws when the sign-in of the session is older than five minutes, so that a thief with an access
 * token can neither take over nor delete the account. A refresh does not make the sign-in newer.
 */
export function assertRecentSignIn({ signedInAt }: { signedInAt: Date }, now: Date) {
  if (now.getTime() - signedInAt.getTime() > RECENT_MS) throw notAuthorized(SIGN_IN_AGAIN)
}
