import { FIRST_MENUS, type Menus } from '@nashta/contracts/storefront/menu-rules'
import { useRouteLoaderData } from 'react-router'

/** The entries of header, phone menu and footer, from the root route's loader. */
export function useMenus(): Menus {
  return useRouteLoaderData<{ menus?: Menus | undefined }>('root')?.menus ?? FIRST_MENUS
}
