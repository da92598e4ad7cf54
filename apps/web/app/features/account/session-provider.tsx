import type { CurrentUser } from '@nashta/browser/user'
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { provideAccessToken } from '../../data/fetch-shop.ts'
import type { Account } from './account.ts'
import { followStorage, getAccount } from './open-account.ts'
import type { SessionSnapshot } from './session-snapshot.ts'

const AccountContext = createContext<Account | null>(null)

/** Who is signed in: nobody knows on the server, and the browser looks once it has taken over. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [account] = useState(getAccount)

  useEffect(() => {
    provideAccessToken(account.session.accessToken)
    return followStorage(account)
  }, [account])

  return <AccountContext value={account}>{children}</AccountContext>
}

/** For what somebody does; what is shown comes from the two below. */
export function useAccount(): Account {
  const account = use(AccountContext)
  if (!account) throw new Error('There is no SessionProvider around this')
  return account
}

export function useSession(): SessionSnapshot {
  const { session } = useAccount()
  return useSyncExternalStore(session.subscribe, session.getSnapshot, session.getServerSnapshot)
}

/** Null is for guests and before the browser has looked: to whom that is the same, its look is no news. */
export function useUser(): CurrentUser | null {
  const { session } = useAccount()
  return useSyncExternalStore(session.subscribe, () => session.getSnapshot().user, nobody)
}

function nobody() {
  return null
}
