import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { ImageStore } from '@nashta/images/image-store'
import type { Caller, EmailOf, FormerEmailsOf } from '@nashta/service-kit/auth/authorise'
import type { FetchInteractions } from '@nashta/service-kit/http/remote-recommendations'
import type { AddressStore } from '../addresses/address-store.ts'
import type { CartStore } from '../cart/cart-store.ts'
import type { ProductStore } from '../catalogue/product-store.ts'
import type { FavouriteStore } from '../favourites/favourite-store.ts'
import type { NewsletterStore } from '../newsletter/newsletter-store.ts'
import type { OfferStore } from '../offers/offer-store.ts'
import type { OrderRecord, PurchaseStore } from '../orders/order/purchase-store.ts'
import type { PersonStore } from '../orders/persons/person-store.ts'
import type { PushDeviceStore } from '../push/push-device-store.ts'
import type { RatingMailStops } from '../ratings/rating-ask.ts'
import type { RatingStore } from '../ratings/rating-store.ts'
import type { RecallStore } from '../recalls/recall-store.ts'
import type { AlertOwner, StockAlertStore } from '../stock-alerts/stock-alert-store.ts'
import { ticketsOfOrder } from '../tickets/ticket-pictures.ts'
import type { TicketStore } from '../tickets/ticket-store.ts'
import type { TicketRecord } from '../tickets/ticket.ts'
import type { PoolDirectory } from './accounts.ts'

export type AccountDeps = {
  purchases: PurchaseStore
  carts: CartStore
  newsletter: NewsletterStore
  favourites: FavouriteStore
  stockAlerts: StockAlertStore
  addresses: AddressStore
  pushDevices: PushDeviceStore
  /** Persons as operators see them. */
  persons: PersonStore
  offers: OfferStore
  tickets: TicketStore
  ratings: RatingStore
  ratingMailStops: RatingMailStops
  recalls: RecallStore
  courierCash: { eraseNumbers: (purchaseIds: readonly string[]) => Promise<void> }
  products: ProductStore
  reportError: (error: unknown) => void
  helpPictures: ImageStore
  /**
   * Erases two kinds of mails:
   * - pending mails with one of the keys
   * - sent mails with one of the keys or to one of the e-mail addresses, if the mail transport
   *   stores the mails that it sent
   */
  eraseMails: (mailKeys: readonly string[], emails: readonly string[]) => Promise<void>
  /** Null without a recommendation service. */
  publishEvent: ((event: ShopEvent) => Promise<void>) | null
  /** Null without a recommendation service. */
  fetchInteractions: FetchInteractions | null
  /** Overwrites deleted data that is still in the storage's files. */
  purgeDeletedData: () => void
  /** Null when the shop cannot ask the user pool about its users. */
  directory: PoolDirectory | null
  emailOf: EmailOf
  formerEmailsOf: FormerEmailsOf
  now: () => Date
}

/** The lists of stock alerts of a shopper. */
export function alertOwnersOf(userId: string, emails: readonly string[]): AlertOwner[] {
  return [{ userId }, ...emails.map((email) => ({ email }))]
}

/** All e-mail addresses that the caller's account has or had, in lower case, the current first. */
export async function allEmailsOf({ emailOf, formerEmailsOf }: AccountDeps, caller: Caller) {
  const [email, former] = await Promise.all([emailOf(caller), formerEmailsOf(caller)])
  const all = email === null ? former : [email, ...former]
  return all.map((address) => address.toLowerCase())
}

/**
 * The tickets of a shopper, found in two ways. Most tickets have one of the shopper's e-mail
 * addresses and are found by the address. Tickets about an order with no address, or with an address
 * that the shopper no longer has, are found by the order.
 */
export async function ticketsOfShopper(
  deps: AccountDeps,
  emails: readonly string[],
  orders: readonly OrderRecord[],
): Promise<TicketRecord[]> {
  const ofEmails = emails.map((email) => deps.tickets.listOf(email))
  const isFoundByEmail = ({ email }: OrderRecord) => email !== null && emails.includes(email.toLowerCase())
  const ofOrders = orders
    .filter((order) => !isFoundByEmail(order))
    .map((order) => ticketsOfOrder(deps, order))
  return (await Promise.all([...ofEmails, ...ofOrders])).flat()
}
