import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useAccount, useUser } from './session-provider.tsx'
import { signOutHere } from './sign-out-here.ts'
import { useLeave } from './use-leave.ts'

const ROW = 'flex min-h-12 w-full items-center text-lg font-medium'

/** The account's rows in the menu of small screens. */
export function AccountLinks() {
  const user = useUser()
  const account = useAccount()
  const leave = useLeave()

  if (!user) {
    return (
      <>
        <Row to="/signin">Sign in</Row>
        <Row to="/signup">Sign up</Row>
      </>
    )
  }
  return (
    <>
      <Row to="/profile">Profile</Row>
      <Row to="/purchase-history">Purchase History</Row>
      <li>
        <button type="button" onClick={() => void leave(signOutHere(account))} className={ROW}>
          Sign out
        </button>
      </li>
    </>
  )
}

function Row({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className={ROW}>
        {children}
      </Link>
    </li>
  )
}
