import type { CurrentUser } from '@nashta/browser/session/session-store'
import { Dropdown } from '@nashta/ui/dropdown'
import { LinkRow, MENU_TRIGGER, SHEET_ROW } from './menu-row.tsx'
import { shortName } from './session/session-texts.ts'
import { useSignOut } from './session/use-sign-out.ts'

const DROPDOWN_ROW =
  'flex min-h-11 w-full items-center rounded-2xl px-4 font-medium transition-colors duration-200 hover:bg-raspberry-tint hover:text-raspberry-deep'

export function ShopperMenu({ user }: { user: CurrentUser }) {
  const signOut = useSignOut()
  const name = shortName(user)
  return (
    <Dropdown
      className={MENU_TRIGGER}
      label={
        <>
          <Initial name={name} className="size-8" />
          <span className="min-w-0 truncate font-medium max-lg:sr-only">{name}</span>
          <span className="sr-only">account menu</span>
        </>
      }
    >
      <div className="mb-2 border-b border-line px-4 pt-2 pb-3">
        <NameAndEmail user={user} />
      </div>
      <ul>
        <LinkRow to="/profile" className={DROPDOWN_ROW}>
          Profile
        </LinkRow>
        <LinkRow to="/purchase-history" className={DROPDOWN_ROW}>
          Purchase History
        </LinkRow>
        <LinkRow to="/favourites" className={DROPDOWN_ROW}>
          Favourites
        </LinkRow>
        <li>
          <button type="button" onClick={() => void signOut()} className={DROPDOWN_ROW}>
            Sign out
          </button>
        </li>
      </ul>
    </Dropdown>
  )
}

function Initial({ name, className }: { name: string; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-full bg-raspberry font-display font-semibold text-white uppercase ${className}`}
    >
      {name.slice(0, 1)}
    </span>
  )
}

function NameAndEmail({ user }: { user: CurrentUser }) {
  return (
    <div className="min-w-0 leading-snug [overflow-wrap:anywhere]">
      <p className="font-display text-lg font-semibold">{shortName(user)}</p>
      <p className="text-[0.9375rem] text-ink-soft">{user.email}</p>
    </div>
  )
}

/** The shopper's rows in the menu of small screens. */
export function ShopperLinks({ user }: { user: CurrentUser }) {
  const signOut = useSignOut()
  return (
    <>
      <li className="mb-2 flex items-center gap-3 rounded-2xl bg-paper-deep p-3">
        <Initial name={shortName(user)} className="size-11 text-xl" />
        <NameAndEmail user={user} />
      </li>
      <LinkRow to="/profile">Profile</LinkRow>
      <LinkRow to="/purchase-history">Purchase History</LinkRow>
      <LinkRow to="/favourites">Favourites</LinkRow>
      <li>
        <button type="button" onClick={() => void signOut()} className={SHEET_ROW}>
          Sign out
        </button>
      </li>
    </>
  )
}
