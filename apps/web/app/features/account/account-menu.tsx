import type { CurrentUser } from '@nashta/browser/user'
import { Dropdown } from '@nashta/ui/dropdown'
import { Icon } from '@nashta/ui/icon'
import { Link } from 'react-router'
import { useAccount, useUser } from './session-provider.tsx'
import { signOutHere } from './sign-out-here.ts'
import { useLeave } from './use-leave.ts'
import { shortName } from './user-view.ts'

const PLACE =
  'flex h-11 min-w-11 items-center justify-center gap-2 rounded-full transition-colors duration-200 hover:bg-raspberry-tint hover:text-raspberry-deep lg:w-full lg:px-3'
const ROW =
  'flex min-h-11 w-full items-center rounded-2xl px-4 font-medium transition-colors duration-200 hover:bg-raspberry-tint hover:text-raspberry-deep'

/** The header's corner for the account. It takes the same room whoever is there. */
export function AccountMenu() {
  const user = useUser()
  return (
    <div className="w-11 lg:w-34">
      {user ? (
        <SignedIn user={user} />
      ) : (
        <Link to="/signin" className={PLACE}>
          <Icon name="user" className="size-6 shrink-0" />
          <span className="font-medium max-lg:sr-only">Sign in</span>
        </Link>
      )}
    </div>
  )
}

function SignedIn({ user }: { user: CurrentUser }) {
  const account = useAccount()
  const leave = useLeave()
  const name = shortName(user)
  return (
    <Dropdown
      className={PLACE}
      label={
        <>
          <span
            aria-hidden="true"
            className="grid size-8 shrink-0 place-items-center rounded-full bg-raspberry font-display font-semibold text-white uppercase"
          >
            {name.slice(0, 1)}
          </span>
          <span className="min-w-0 truncate font-medium max-lg:sr-only">{name}</span>
          <span className="sr-only">account menu</span>
        </>
      }
    >
      <p className="border-b border-line px-4 pt-2 pb-3 mb-2 break-words text-ink-soft">{user.email}</p>
      <ul>
        <li>
          <Link to="/profile" className={ROW}>
            Profile
          </Link>
        </li>
        <li>
          <Link to="/purchase-history" className={ROW}>
            Purchase History
          </Link>
        </li>
        <li>
          <button type="button" onClick={() => void leave(signOutHere(account))} className={ROW}>
            Sign out
          </button>
        </li>
      </ul>
    </Dropdown>
  )
}
