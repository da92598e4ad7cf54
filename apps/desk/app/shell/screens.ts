import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { readGrid } from '@nashta/contracts/catalogue/product-grid'
import { listLog } from '@nashta/contracts/operators/operator-log'
import { listOperators } from '@nashta/contracts/operators/operators'
import { updateShop } from '@nashta/contracts/shop/shop'

export type Screen = {
  path: string
  label: string
  /** The second key after `g`. */
  key: string
  /** The call that the screen is for: an operator who may not make it does not see the screen. */
  needs: Pick<Endpoint, 'method' | 'path'>
}

/** The screens of the desk, in the order of the navigation. */
export const SCREENS: Screen[] = [
  { path: '/products', label: 'Products', key: 'p', needs: readGrid },
  { path: '/log', label: 'Log', key: 'l', needs: listLog },
  { path: '/staff', label: 'Staff', key: 's', needs: listOperators },
  { path: '/settings', label: 'Settings', key: 'e', needs: updateShop },
]
