import type { AccountClient } from '@nashta/browser/session/session'
import { STORE_UNREACHABLE } from '@nashta/contracts/api/shop-error'
import { useNavigate } from 'react-router'
import { clearDrafts } from '../../../data/form-drafts.ts'
import { signOutFailed } from '../account-texts.ts'
import { loadIdentityCalls } from './account-client.ts'
import type { SignOutResult } from './identity-calls.ts'
import { useAccountClient } from './session-provider.tsx'

/** Returns a function that signs out, by default on this device only, and goes to the home page. */
export function useSignOut(signOut: (accountClient: AccountClient) => Promise<SignOutResult> = signOutHere) {
  const accountClient = useAccountClient()
  const navigate = useNavigate()

  return async function signOutAndGoHome() {
    const signingOut = signOut(accountClient)
    clearDrafts()
    await navigate('/')
    const result = await signingOut
    if (result.ok) return
    // By now the shopper may be on any page; the message is shown there.
    const { pathname, search } = window.location
    const state = { message: result.message }
    await navigate(pathname + search, { replace: true, preventScrollReset: true, state })
  }
}

/** Signs out on this device. Never rejects: the session ends before anything is loaded or sent. */
export async function signOutHere(accountClient: AccountClient): Promise<SignOutResult> {
  accountClient.session.end()
  try {
    const { signOut } = await loadIdentityCalls()
    return await signOut(accountClient)
  } catch {
    return { ok: false, message: signOutFailed(STORE_UNREACHABLE) }
  }
}
