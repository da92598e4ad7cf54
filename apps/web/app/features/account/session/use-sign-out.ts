import type { AccountClient } from '@nashta/browser/session/session'
import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { STORE_UNREACHABLE } from '@nashta/contracts/api/error-texts'
import { useNavigate } from 'react-router'
import { DRAFTS_KEY } from '../../../data/storage/storage-keys.ts'
import { loadIdentityCalls } from './account-client.ts'
import type { SignOutResult } from './identity-calls.ts'
import { useAccountClient } from './session-provider.tsx'
import { signOutFailed } from './session-texts.ts'

/** Returns a function that signs out, by default on this device only, and goes to the home page. */
export function useSignOut(signOut: (accountClient: AccountClient) => Promise<SignOutResult> = signOutHere) {
  const accountClient = useAccountClient()
  const navigate = useNavigate()

  return async function signOutAndGoHome() {
    // The session ends at once. The request goes on while the home page opens.
    const signingOut = signOut(accountClient)
    browserStorage('sessionStorage').removeItem(DRAFTS_KEY)
    await navigate('/')
    const result = await signingOut
    if (result.ok) return
    // By now the shopper may be on any page; the message is shown there.
    const { pathname, search } = window.location
    const state = { message: result.message }
    await navigate(pathname + search, { replace: true, preventScrollReset: true, state })
  }
}

/**
 * Signs out on this device. Ends the session at once, because the module that sends the request may
 * have to be loaded first. Never rejects: a failure is part of the result.
 */
export async function signOutHere(accountClient: AccountClient): Promise<SignOutResult> {
  accountClient.session.end()
  try {
    const { signOut } = await loadIdentityCalls()
    return await signOut(accountClient)
  } catch {
    return { ok: false, message: signOutFailed(STORE_UNREACHABLE) }
  }
}
