import { STORE_UNREACHABLE } from '@nashta/contracts/identity/gateway-texts'
import { AccountError } from './account-error.ts'

/** Fetched when first needed, which on most pages is never; like the store itself, it may be out of reach. */
export async function loadIdentityCalls() {
  try {
    return await import('./identity-calls.ts')
  } catch (error) {
    throw new AccountError(STORE_UNREACHABLE, { cause: error })
  }
}
