import { Icon } from '@nashta/ui/icon'
import { Link } from 'react-router'
import { lateModule } from '../../data/late/late-module.ts'
import { LinkRow, MENU_TRIGGER } from './menu-row.tsx'
import { useUser } from './session/session-provider.tsx'

/** Most visitors have no account. */
const shopperMenu = lateModule(() => import('./shopper-menu.tsx'))

/**
 * The account in the header, of the same width for everyone: a link to sign in, or the shopper's menu. It is empty until
 * the code of that menu is loaded.
 */
export function AccountMenu() {
  const user = useUser()
  const module = shopperMenu.useModule(user !== null)
  return (
    <div className="w-11 lg:w-34">
      {user ? (
        module && <module.ShopperMenu user={user} />
      ) : (
        <Link to="/signin" className={MENU_TRIGGER}>
          <Icon name="user" className="size-6 shrink-0" />
          <span className="font-medium max-lg:sr-only">Sign in</span>
        </Link>
      )}
    </div>
  )
}

/** The account's rows in the menu of small screens, which is a sheet. */
export function AccountLinks() {
  const user = useUser()
  const module = shopperMenu.useModule(user !== null)
  if (user) return module && <module.ShopperLinks user={user} />
  return (
    <>
      <LinkRow to="/signin">Sign in</LinkRow>
      <LinkRow to="/signup">Sign up</LinkRow>
      <LinkRow to="/favourites">Favourites</LinkRow>
    </>
  )
}
