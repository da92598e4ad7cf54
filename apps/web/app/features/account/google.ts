import { AccountError } from './account-error.ts'
import { GOOGLE_SIGN_IN_NOT_IMPLEMENTED } from './session-texts.ts'

/** Google's part is switched off in this store, and says so. */
export async function signInWithGoogle(): Promise<void> {
  throw new AccountError(GOOGLE_SIGN_IN_NOT_IMPLEMENTED)
}
