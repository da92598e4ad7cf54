import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { uploadPicture } from '@nashta/contracts/catalogue/picture'
import { pauseAt } from '@nashta/contracts/open-time'
import { HELP_PICTURE_TYPES } from '@nashta/contracts/orders/help-picture'
import { receivePaymentEvent, returnFromPayment } from '@nashta/contracts/orders/payment-messages'
import { shopApiEndpoints } from '@nashta/contracts/shop-api/shop-api-endpoints'
import { type OpeningStep, OPENING_STEP_TEXTS } from '@nashta/contracts/shop/shop-texts'
import { createPictureCleaner } from '@nashta/images/clean-picture'
import type { Authorise } from '@nashta/service-kit/auth/authorise'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import { indexPrecomputed } from '@nashta/service-kit/http/dispatch'
import { inProcessFetch } from '@nashta/service-kit/http/in-process-fetch'
import { registerRoutes, type Route } from '@nashta/service-kit/http/routes'
import type { RequestPaces } from '@nashta/service-kit/limits/pace'
import type { GuardOf } from '@nashta/service-kit/limits/rate-limit'
import type { AccountDeps } from './account/account-deps.ts'
import { accountRoutes } from './account/account-routes.ts'
import { type AddressDeps, addressRoutes } from './addresses/address-routes.ts'
import { bellRoutes, type BellRoutesDeps } from './bell/bell-routes.ts'
import { cartRoutes } from './cart/cart-routes.ts'
import type { CartDeps } from './cart/change-cart.ts'
import { type CatalogueDeps, catalogueRoutes } from './catalogue/catalogue-routes.ts'
import { createInMemoryCatalogue } from './catalogue/in-memory-catalogue.ts'
import { searchWordRoutes, type SearchWordDeps } from './catalogue/search-words/search-word-routes.ts'
import { shelfRoutes, type ShelfRoutesDeps } from './catalogue/shelves/shelf-routes.ts'
import { stockRoutes, type StockRoutesDeps } from './catalogue/stock/stock-routes.ts'
import { connectionRoutes, type ConnectionRoutesDeps } from './connections/connection-routes.ts'
import { courierCashRoutes } from './courier-cash/courier-cash-routes.ts'
import type { CourierCashDeps } from './courier-cash/courier-cash.ts'
import { customerRoutes } from './customers/customer-routes.ts'
import type { CustomerDeps } from './customers/read-customer.ts'
import { deliveryRoutes, type DeliveryRoutesDeps } from './delivery/delivery-routes.ts'
import { loadPincodeTable } from './delivery/pincode-table.ts'
import { exportRoutes } from './exports/export-routes.ts'
import type { ExportDeps } from './exports/export-table.ts'
import { type FavouriteDeps, favouriteRoutes } from './favourites/favourite-routes.ts'
import { figureRoutes } from './figures/figure-routes.ts'
import type { FigureDeps } from './figures/read-figures.ts'
import { mailRoutes, type MailRoutesDeps } from './mails/mail-routes.ts'
import { newsletterRoutes } from './newsletter/newsletter-routes.ts'
import type { NewsletterDeps } from './newsletter/newsletter.ts'
import { offerRoutes, type OfferRoutesDeps } from './offers/offer-routes.ts'
import { type OperatorLogDeps, operatorLogRoutes } from './operator-log/operator-log-routes.ts'
import { type OperatorDeps, operatorRoutes } from './operators/operator-routes.ts'
import { orderTaking } from './orders/order/order-taking.ts'
import { billRoutes } from './orders/routes/bill-routes.ts'
import { deskActionRoutes } from './orders/routes/desk-action-routes.ts'
import { type DeskOrderDeps, deskOrderRoutes } from './orders/routes/desk-routes.ts'
import { type GuestOrderDeps, guestOrderRoutes } from './orders/routes/guest-order-routes.ts'
import { linkedPushRoutes } from './orders/routes/linked-push-routes.ts'
import { orderEditRoutes } from './orders/routes/order-edit-routes.ts'
import { orderHelpRoutes } from './orders/routes/order-help-routes.ts'
import { type OrderLinkDeps, orderLinkRoutes } from './orders/routes/order-link-routes.ts'
import { type PaymentMethodDeps, paymentMethodRoutes } from './orders/routes/payment-method-routes.ts'
import { purchaseRoutes } from './orders/routes/purchase-routes.ts'
import { registerPaymentMessages } from './orders/routes/register-payment-messages.ts'
import { takeOrderRoutes } from './orders/routes/take-order-routes.ts'
import { findEmailsOfOrder } from './orders/search/emails-of-order.ts'
import { isFirstOrderOfAccount } from './orders/work/first-order.ts'
import type { PushDeps } from './push/push-devices.ts'
import { pushRoutes } from './push/push-routes.ts'
import { ratingsOfProducts } from './ratings/follow-family.ts'
import { type RatingRoutesDeps, ratingRoutes } from './ratings/rating-routes.ts'
import { recallRoutes, type RecallRoutesDeps } from './recalls/recall-routes.ts'
import { registerReference } from './reference/register-reference.ts'
import { type ReturnDeps, returnRoutes } from './returns/return-routes.ts'
import { shopRoutes, type ShopRoutesDeps } from './shop/shop-routes.ts'
import { stockAlertRoutes } from './stock-alerts/stock-alert-routes.ts'
import type { StockAlertDeps } from './stock-alerts/stock-alerts.ts'
import { storefrontRoutes, type StorefrontDeps } from './storefront/storefront-routes.ts'
import { ticketRoutes } from './tickets/ticket-routes.ts'
import type { TicketDeps } from './tickets/tickets.ts'
import { type ViewDeps, viewRoutes } from './views/view-routes.ts'

/** The routes' dependencies. `pincodes` is left out, because `createApp` loads the pincodes; so are others that it makes. */
type ShopDeps = Omit<CatalogueDeps, 'copyRating' | 'changeFamily'> &
  StockRoutesDeps &
  RecallRoutesDeps &
  CourierCashDeps &
  CartDeps &
  Omit<GuestOrderDeps & OrderLinkDeps, 'pincodes'> &
  DeskOrderDeps &
  PaymentMethodDeps &
  CustomerDeps &
  Omit<DeliveryRoutesDeps, 'pincodes'> &
  Omit<AddressDeps, 'pincodes'> &
  NewsletterDeps &
  FavouriteDeps &
  StockAlertDeps &
  ViewDeps &
  PushDeps &
  AccountDeps &
  ShopRoutesDeps &
  ConnectionRoutesDeps &
  BellRoutesDeps &
  MailRoutesDeps &
  ShelfRoutesDeps &
  SearchWordDeps &
  StorefrontDeps &
  Omit<OfferRoutesDeps, 'pincodes' | 'isFirstOrderOf'> &
  Omit<TicketDeps, 'emailsOfOrder'> &
  Omit<RatingRoutesDeps, 'cleanPicture'> &
  ReturnDeps &
  FigureDeps &
  ExportDeps &
  OperatorLogDeps &
  OperatorDeps
export type ShopApiDeps = ServiceOptions &
  ShopDeps & {
    authorise: Authorise
    /** Limits the calls of each network address. */
    ipGuardOf: GuardOf
    /** Limits the calls of each signed-in caller. */
    callerGuardOf: GuardOf
    paces: RequestPaces
  }

export function createApp({ authorise, ipGuardOf, callerGuardOf, paces, ...options }: ShopApiDeps) {
  const cleanPicture = createPictureCleaner({ types: HELP_PICTURE_TYPES, queuedPerCaller: 2 })
  const emailsOfOrder = (number: string) => findEmailsOfOrder(options, number)
  const deps = {
    ...options,
    pincodes: loadPincodeTable(),
    cleanPicture,
    emailsOfOrder,
    ...ratingsOfProducts(options),
  }
  const app = createService(deps)
  const catalogue = createInMemoryCatalogue(deps)
  const routes: Route[] = [
    ...catalogueRoutes(deps, catalogue),
    ...stockRoutes(deps),
    ...recallRoutes(deps),
    ...courierCashRoutes(deps),
    ...cartRoutes(deps),
    ...purchaseRoutes(deps),
    ...billRoutes(deps),
    ...paymentMethodRoutes(deps),
    ...deskOrderRoutes(deps),
    ...deskActionRoutes(deps),
    ...orderEditRoutes(deps),
    ...takeOrderRoutes(deps),
    ...customerRoutes(deps),
    ...deliveryRoutes(deps),
    ...addressRoutes(deps),
    ...orderLinkRoutes(deps),
    ...guestOrderRoutes(deps),
    ...orderHelpRoutes(deps),
    ...linkedPushRoutes(deps),
    ...newsletterRoutes(deps),
    ...favouriteRoutes(deps),
    ...stockAlertRoutes(deps),
    ...viewRoutes(deps),
    ...pushRoutes(deps),
    ...accountRoutes(deps),
    ...shopRoutes(deps),
    ...connectionRoutes(deps),
    ...bellRoutes(deps),
    ...shelfRoutes(deps),
    ...searchWordRoutes(deps, catalogue),
    ...storefrontRoutes(deps, catalogue),
    ...offerRoutes({ ...deps, isFirstOrderOf: (accountId) => isFirstOrderOfAccount(deps, accountId) }),
    ...figureRoutes(deps),
    ...exportRoutes(deps),
    ...returnRoutes(deps),
    ...ticketRoutes(deps),
    ...ratingRoutes(deps),
    ...operatorLogRoutes(deps),
    ...operatorRoutes(deps),
    ...mailRoutes(deps),
  ]
  registerRoutes(app, routes, {
    base: SHOP_API_BASE,
    authorise,
    ipGuardOf,
    callerGuardOf,
    paces,
    https: deps.https,
  })
  registerPaymentMessages(app, { ...deps, ipGuardOf, paces })
  app.addHook('onReady', async () => {
    // While storage cannot be read, the probe says so.
    const [shop] = await Promise.all([deps.shop.read(), deps.connections.read()]).catch(() => [null])
    const steps = shop ? orderTaking(shop, deps).openingSteps : []
    if (steps.length > 0) deps.logger.warn(describeOpeningSteps(steps))
  })
  // Product pictures are uploaded to the app of `packages/images`, but the API reference describes that endpoint too.
  const documented = { ...shopApiEndpoints, receivePaymentEvent, returnFromPayment, uploadPicture }
  registerReference(app, documented, deps)
  return {
    app,
    routes,
    precomputed: indexPrecomputed(routes, SHOP_API_BASE),
    fetchShop: inProcessFetch(routes, deps.logger),
    // Pages also show the shop's record, its home page, its menus and whether it takes orders, so the version changes with these.
    // A pause begins with a change of the record, and ends by itself.
    catalogueVersion: () => {
      const { shop, connections, home, menus, now } = deps
      const record = shop.current()
      const pause = record && pauseAt(record, now())
      return `${catalogue.catalogueVersion()} ${shop.version()} ${home.version()} ${menus.version()} ${connections.version()} ${pause?.until ?? ''}`
    },
  }
}

function describeOpeningSteps(steps: readonly OpeningStep[]) {
  return `The shop takes no orders yet. ${steps.map((step) => OPENING_STEP_TEXTS[step]).join(' ')}`
}
