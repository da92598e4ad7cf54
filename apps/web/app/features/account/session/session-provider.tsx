import type { AccountClient, SessionSnapshot } from '@nashta/browser/session/session'
import type { CurrentUser } from '@nashta/browser/session/session-store'
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { setAccessTokenSource } from '../../../data/calls/access-token.ts'
import { followStorage, getAccountClient } from './account-client.ts'

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
