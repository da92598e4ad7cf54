import { LAST_ADMIN_STAYS } from '@nashta/contracts/api/operator-roles'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/service-error'
import { newsletterMailKey } from '../newsletter/newsletter.ts'
import { isGuestOrder } from '../orders/order/guest-orders.ts'
import type { OrderRecord } from '../orders/order/purchase-store.ts'
import { guestEmailKey } from '../orders/order/unpaid-orders.ts'
import { isGuestPerson } from '../orders/persons/person-figures.ts'
import { orderMailKeys } from '../orders/views/order-mails.ts'
import { ratingAskMailKey } from '../ratings/rating-ask.ts'
import { eraseRating, ratingMailKeys, ratingsOfOrders } from '../ratings/ratings.ts'
import { stockAlertMailKeys } from '../stock-alerts/stock-alerts.ts'
import { eraseTickets, ticketsOfOrder } from '../tickets/ticket-pictures.ts'
import { ticketMailKeys } from '../tickets/tickets.ts'
import { type AccountDeps, alertOwnersOf, allEmailsOf, ticketsOfShopper } from './account-deps.ts'
import { assertErasable, eraseOrder, needsPersonalData } from './erase-order.ts'

export async function eraseAccount(deps: AccountDeps, caller: Caller): Promise<{ orders: number }> {
  if (await isLastAdmin(deps, caller)) throw new ServiceError('LAST_ADMIN', LAST_ADMIN_STAYS)
  return eraseShopper(deps, caller.sub, await allEmailsOf(deps, caller))
}

/**
 * Whether the shop would be without an administrator if the caller's account were deleted. If the
 * pool cannot be asked, every administrator counts as the last one.
 */
async function isLastAdmin({ directory }: AccountDeps, { sub, groups }: Caller) {
  if (!groups.includes('admin')) return false
  return directory ? directory.isLastAdmin(sub) : true
}

/**
 * Erases the data that the shop stores about a shopper with an account. `emails` are the shopper's
 * addresses in lower case. What the shop stores under another address stays, except what is about
 * the shopper's orders.
 *
 * `deleteAccount` deletes the account in the user pool. Only an operator's call passes it: when
 * shoppers erase their own data, the browser deletes the account.
 *
 * An interrupted call can be repeated. Mails and pictures are found through orders and tickets, so
 * mails and pictures are erased first, and the shopper's orders last.
 */
export async function eraseShopper(
  deps: AccountDeps,
  userId: string,
  emails: readonly string[],
  deleteAccount?: () => Promise<void>,
): Promise<{ orders: number }> {
  const { purchases, carts, newsletter, addresses, pushDevices, eraseMails, publishEvent, purgeDeletedData } =
    deps
  const orders = await purchases.listAll(userId)
  orders.forEach(assertErasable)

  const guestOrders = await listErasableGuestOrders(deps, emails)
  const allOrders = [...orders, ...guestOrders]
  const linkHashes = await Promise.all(emails.map((email) => newsletter.listLinks(email)))
  const complaints = await ticketsOfShopper(deps, emails, orders)
  const ratings = await ratingsOfOrders(deps, allOrders)
  const alertOwners = alertOwnersOf(userId, emails)
  const mailKeys = [
    ...allOrders.flatMap(orderMailKeys),
    ...allOrders.map(ratingAskMailKey),
    ...ratings.flatMap(ratingMailKeys),
    ...linkHashes.flat().map(newsletterMailKey),
    ...complaints.flatMap(ticketMailKeys),
    ...(await stockAlertMailKeys(deps.stockAlerts, alertOwners)),
  ]

  await eraseMails(mailKeys, emails)
  for (const email of emails) {
    await newsletter.erase(email)
    await eraseTickets(deps, email)
  }
  // Complaints about the shopper's orders may have no address, or an address of another person now.
  const otherEmails = new Set(complaints.map(({ email }) => email).filter((email) => !emails.includes(email)))
  for (const email of otherEmails) await eraseTicketsAbout(deps, orders, email)
  for (const rating of ratings) await eraseRating(deps, rating)
  await deps.ratings.eraseVotes(userId)
  await deps.ratingMailStops.erase(emails)
  await deps.stockAlerts.erase(alertOwners)
  await deps.favourites.erase(userId)
  await deps.recalls.forgetPersonOf(allOrders)
  await deps.courierCash.eraseNumbers(allOrders.map(({ purchaseId }) => purchaseId))
  await pushDevices.erase([`user#${userId}`, `desk#${userId}`, ...allOrders.map(audienceOfOrder)])
  await deps.offers.eraseCustomers(allOrders.flatMap(customersOf))
  await carts.erase(userId)
  await addresses.erase(userId)
  await publishEvent?.({
    id: `account-deleted:${userId}`,
    kind: 'accountDeleted',
    userId,
    at: deps.now().toISOString(),
  })

  for (const guestOrder of guestOrders) {
    await deps.persons.forgetGuestOf(guestOrder)
    // Each guest has one order, so `eraseAll` erases only `guestOrder`.
    await purchases.eraseAll(guestOrder.userId, eraseOrder)
  }
  const joinedOrders = await eraseJoinedGuests(deps, userId)
  await deps.persons.erase(userId)
  for (const email of emails) await unlistFormerGuestOrders(deps, email)
  await deleteAccount?.()
  const erased = await purchases.eraseAll(userId, eraseOrder)
  purgeDeletedData()
  return { orders: erased + guestOrders.length + joinedOrders }
}

/**
 * Erases the guests that an operator has joined to the account. Other accounts stay, because a join may be
 * wrong. Orders that still need their personal data stay too.
 */
async function eraseJoinedGuests(deps: AccountDeps, userId: string): Promise<number> {
  const group = await deps.persons.find(userId)
  let erased = 0
  // The guests of a group belong to its first member. The id of the group is that of this member.
  const members = group?.id === userId ? group.members : []
  for (const { personId } of members) {
    if (!isGuestPerson(personId)) continue
    for (const guestId of await deps.persons.listGuestIds(personId)) {
      const orders = await deps.purchases.listAll(guestId)
      if (!orders.some(needsPersonalData)) erased += (await eraseGuest(deps, guestId)).orders
    }
  }
  return erased
}

/**
 * Erases the order of a guest, with its mails and tickets. Each guest has one order. Anyone can
 * type an e-mail address at the checkout, so everything else with that address stays.
 */
export async function eraseGuest(deps: AccountDeps, userId: string): Promise<{ orders: number }> {
  const { purchases, pushDevices, eraseMails, purgeDeletedData } = deps
  const orders = await purchases.listAll(userId)
  orders.forEach(assertErasable)

  for (const order of orders) {
    // An operator may have taken the order without an address.
    const email = order.email ?? ''
    const complaints = await ticketsOfOrder(deps, order)
    const ratings = await ratingsOfOrders(deps, [order])
    const mailKeys = [
      ...orderMailKeys(order),
      ratingAskMailKey(order),
      ...ratings.flatMap(ratingMailKeys),
      ...complaints.flatMap(ticketMailKeys),
    ]
    await eraseMails(mailKeys, [])
    for (const rating of ratings) await eraseRating(deps, rating)
    if (complaints.length > 0) await eraseTicketsAbout(deps, [order], email.toLowerCase())
    if (email !== '') await purchases.unlistByBuyerKey(guestEmailKey(email), order.purchaseId)
    await deps.persons.forgetGuestOf(order)
  }
  await deps.recalls.forgetPersonOf(orders)
  await deps.courierCash.eraseNumbers(orders.map(({ purchaseId }) => purchaseId))
  await pushDevices.erase(orders.map(audienceOfOrder))
  await deps.offers.eraseCustomers(orders.flatMap(customersOf))
  const erased = await purchases.eraseAll(userId, eraseOrder)
  purgeDeletedData()
  return { orders: erased }
}

function customersOf({ offers = [] }: OrderRecord) {
  return offers.flatMap(({ customer }) => customer ?? [])
}

function audienceOfOrder({ purchaseId }: OrderRecord) {
  return `order#${purchaseId}` as const
}

/**
 * Erases the tickets with this e-mail address that are about one of the orders. All other tickets
 * stay.
 */
async function eraseTicketsAbout(deps: AccountDeps, orders: readonly OrderRecord[], email: string) {
  const purchaseIds = new Set(orders.map(({ purchaseId }) => purchaseId))
  await eraseTickets(deps, email, ({ help }) => help !== undefined && purchaseIds.has(help.purchaseId))
}

/**
 * Lists the orders that guests placed with an e-mail address of the account. Orders that still need
 * their personal data are left out: a stranger may order with any address, and that order must not
 * prevent the erasure of the account.
 */
async function listErasableGuestOrders({ purchases }: AccountDeps, emails: readonly string[]) {
  const keys = emails.map((email) => guestEmailKey(email))
  const found = await Promise.all(keys.map((key) => purchases.listByBuyerKey(key)))
  return found.flat().filter((order) => isGuestOrder(order) && !needsPersonalData(order))
}

/**
 * Cleans up the list of guest orders with this e-mail address. Orders that were erased, or moved to
 * an account, are no guest orders any more and leave the list.
 */
async function unlistFormerGuestOrders({ purchases }: AccountDeps, email: string) {
  const key = guestEmailKey(email)
  for (const order of await purchases.listByBuyerKey(key))
    if (!isGuestOrder(order)) await purchases.unlistByBuyerKey(key, order.purchaseId)
}
