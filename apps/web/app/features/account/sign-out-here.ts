import { STORE_UNREACHABLE } from '@nashta/contracts/identity/gateway-texts'
import type { Account } from './account.ts'
import { loadIdentityCalls } from './load-identity-calls.ts'
import { signOutFailed } from './session-texts.ts'
import type { SignOutResult } from './sign-out.ts'

/** Never rejects: the session is over before anything is asked for, even the code that asks. */
export async function signOutHere(account: Account): Promise<SignOutResult> {
  account.session.end()
  try {
    const { signOut } = await loadIdentityCalls()
    return await signOut(account)
  } catch {
    return { ok: false, message: signOutFailed(STORE_UNREACHABLE) }
  }
}
