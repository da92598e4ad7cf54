import type { Endpoint } from '@nashta/contracts/api/endpoint'
import { getBell } from '@nashta/contracts/bell/bell'
import { readGrid } from '@nashta/contracts/catalogue/product-grid'
import { saveSynonyms } from '@nashta/contracts/catalogue/search/synonyms'
import { getFigures } from '@nashta/contracts/figures/figures'
import { exportProducts } from '@nashta/contracts/files/exports'
import { previewMail } from '@nashta/contracts/mails/mails'
import { listOffers } from '@nashta/contracts/offers/offers'
import { listLog } from '@nashta/contracts/operators/operator-log'
import { listOperators } from '@nashta/contracts/operators/operators'
import { getCourierCash } from '@nashta/contracts/orders/desk/courier-cash'
import { listCustomers } from '@nashta/contracts/orders/desk/customers'
import { packOrder, shipOrder } from '@nashta/contracts/orders/desk/order-calls'
import { listOrders } from '@nashta/contracts/orders/desk/order-list'
import { takeOrder } from '@nashta/contracts/orders/desk/take-order'
import { getToday } from '@nashta/contracts/orders/desk/today'
import { listRatingsAtDesk } from '@nashta/contracts/ratings/ratings'
import { getReturn } from '@nashta/contracts/returns/gst-return'
import { updateShop } from '@nashta/contracts/shop/shop'
import { publishHome } from '@nashta/contracts/storefront/home'
import { saveMenus } from '@nashta/contracts/storefront/menus'
import { saveShelves } from '@nashta/contracts/storefront/shelves'
import { listTickets } from '@nashta/contracts/tickets/ticket'

/** The groups of the navigation, in its order. The screens without a group come before them. */
export const SCREEN_GROUPS = ['Orders', 'Customers', 'Shop', 'Figures', 'Desk'] as const

export type Screen = {
  group?: (typeof SCREEN_GROUPS)[number]
  path: string
  label: string
  /** The key to press after `g`. No two screens have the same key. */
  key: string
  /** The main call of the screen. An operator who may not make it does not see the screen. */
  needs: Pick<Endpoint, 'method' | 'path'>
}

/** The screens in the order of the navigation. A phone shows only the first four at once. */
export const SCREENS: Screen[] = [
  { path: '/today', label: 'Today', key: 't', needs: getToday },
  { path: '/orders', label: 'Orders', key: 'o', needs: listOrders },
  { path: '/pack', label: 'Pack', key: 'b', needs: packOrder },
  { path: '/products', label: 'Products', key: 'p', needs: readGrid },
  { group: 'Orders', path: '/orders/new', label: 'New order', key: 'w', needs: takeOrder },
  { group: 'Orders', path: '/parcels', label: 'Parcels', key: 'r', needs: shipOrder },
  { group: 'Orders', path: '/courier-cash', label: 'Courier cash', key: 'y', needs: getCourierCash },
  { group: 'Customers', path: '/customers', label: 'Customers', key: 'c', needs: listCustomers },
  { group: 'Customers', path: '/tickets', label: 'Tickets', key: 'k', needs: listTickets },
  { group: 'Customers', path: '/ratings', label: 'Ratings', key: 'g', needs: listRatingsAtDesk },
  { group: 'Shop', path: '/offers', label: 'Offers', key: 'a', needs: listOffers },
  { group: 'Shop', path: '/shelves', label: 'Shelves', key: 'h', needs: saveShelves },
  { group: 'Shop', path: '/home', label: 'Home page', key: 'f', needs: publishHome },
  { group: 'Shop', path: '/menus', label: 'Menus', key: 'u', needs: saveMenus },
  { group: 'Shop', path: '/search-words', label: 'Search words', key: 'q', needs: saveSynonyms },
  { group: 'Figures', path: '/figures', label: 'Figures', key: 'i', needs: getFigures },
  { group: 'Figures', path: '/tax', label: 'Tax', key: 'x', needs: getReturn },
  { group: 'Figures', path: '/files', label: 'Files', key: 'v', needs: exportProducts },
  { group: 'Figures', path: '/log', label: 'Log', key: 'l', needs: listLog },
  { group: 'Desk', path: '/settings', label: 'Settings', key: 'e', needs: updateShop },
  { group: 'Desk', path: '/staff', label: 'Staff', key: 's', needs: listOperators },
  { group: 'Desk', path: '/mails', label: 'Mails', key: 'm', needs: previewMail },
  { group: 'Desk', path: '/bell', label: 'Bell', key: 'n', needs: getBell },
  // Every role may open Today, and everybody sees the own devices.
  { group: 'Desk', path: '/devices', label: 'Devices', key: 'd', needs: getToday },
]
