import type { Account, SessionSnapshot } from '@nashta/browser/session/session'
import type { CurrentUser } from '@nashta/browser/session/session-store'
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { provideAccessToken } from '../../../data/fetch-shop.ts'
import { followStorage, getAccount } from './open-account.ts'

const AccountContext = createContext<Account | null>(null)

/** The session is unknown on the server; the browser reads it after hydration. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [account] = useState(getAccount)

  useEffect(() => {
    provideAccessToken(account.session.getAccessToken)
    return followStorage(account)
  }, [account])

  return <AccountContext value={account}>{children}</AccountContext>
}

/** The account, for actions. Components that show the session use one of the hooks below. */
export function useAccount(): Account {
  const account = use(AccountContext)
  if (!account) throw new Error('There is no SessionProvider around this')
  return account
}

export function useSession(): SessionSnapshot {
  const { session } = useAccount()
  return useSyncExternalStore(session.subscribe, session.getSnapshot, session.getServerSnapshot)
}

/** Null for a guest and while the session is unknown: for a guest, components that use it are rendered only once. */
export function useUser(): CurrentUser | null {
  const { session } = useAccount()
  return useSyncExternalStore(session.subscribe, () => session.getSnapshot().user, noUser)
}

function noUser() {
  return null
}
