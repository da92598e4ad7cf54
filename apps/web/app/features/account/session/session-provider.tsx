import type { AccountClient, SessionSnapshot } from '@nashta/browser/session/session'
import type { CurrentUser } from '@nashta/browser/session/session-store'
import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { STORE_UNREACHABLE } from '@nashta/contracts/api/shop-error'
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { setAccessTokenSource } from '../../../data/fetch-shop.ts'
import { DRAFTS_KEY } from '../../../data/storage-keys.ts'
import { followStorage, getAccountClient, loadIdentityCalls } from './account-client.ts'
import type { SignOutResult } from './identity-calls.ts'
import { signOutFailed } from './session-texts.ts'

const AccountClientContext = createContext<AccountClient | null>(null)

const noUser = () => null

/** The session is unknown on the server; the browser reads it after hydration. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [accountClient] = useState(getAccountClient)

  useEffect(() => {
    setAccessTokenSource(accountClient.session.getAccessToken)
    return followStorage(accountClient)
  }, [accountClient])

  return <AccountClientContext value={accountClient}>{children}</AccountClientContext>
}

/**
 * For calls to the user pool and changes of the session. Components that show the session use one
 * of the hooks below.
 */
export function useAccountClient(): AccountClient {
  const accountClient = use(AccountClientContext)
  if (!accountClient) throw new Error('There is no SessionProvider around this')
  return accountClient
}

export function useSession(): SessionSnapshot {
  const { session } = useAccountClient()
  return useSyncExternalStore(session.subscribe, session.getSnapshot, session.getServerSnapshot)
}

/**
 * Null for a guest and while the session is unknown. So a guest's page is not rendered again when
 * the session becomes known.
 */
export function useUser(): CurrentUser | null {
  const { session } = useAccountClient()
  return useSyncExternalStore(session.subscribe, () => session.getSnapshot().user, noUser)
}

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
