import { GOOGLE_SIGN_IN_NOT_IMPLEMENTED } from '@nashta/contracts/texts/auth'
import { AccountError } from './account-error.ts'

/** Google's part is switched off in this store, and says so. */
export async function signInWithGoogle(): Promise<void> {
  throw new AccountError(GOOGLE_SIGN_IN_NOT_IMPLEMENTED)
}
