import { RECENT_SIGN_IN_SECONDS } from '@nashta/contracts/account/account-data'
import { SIGN_IN_AGAIN } from '@nashta/contracts/identity/identity-gateway'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import { newsletterMailKey } from '../newsletter/newsletter.ts'
import { isGuestOrder } from '../purchases/guest-orders.ts'
import { orderMailKeys } from '../purchases/order-mails.ts'
import { guestEmailKey } from '../purchases/unpaid-orders.ts'
import { removePictures } from '../tickets/ticket-pictures.ts'
import { eraseTicket, type TicketRecord } from '../tickets/ticket.ts'
import { ticketMailKeys } from '../tickets/tickets.ts'
import { type AccountDeps, allEmailsOf, ticketsOfShopper } from './account-deps.ts'
import { assertErasable, eraseOrder, needsPersonalData } from './erase-order.ts'

export async function eraseAccount(deps: AccountDeps, caller: Caller): Promise<{ orders: number }> {
  assertRecentSignIn(caller, deps.now())
  return eraseShopper(deps, caller.sub, await allEmailsOf(deps, caller))
}

/**
 * Erases the data that the shop stores about a shopper with an account. `emails` are in lower case.
 * Only an operator's call passes `deleteAccount`. When shoppers erase their own data, the browser
 * deletes the account in the user pool.
 *
 * An interrupted call can be repeated. Mails and pictures are found through orders and tickets, so
 * they are erased first. The shopper's orders are erased last.
 */
export async function eraseShopper(
  deps: AccountDeps,
  userId: string,
  emails: readonly string[],
  deleteAccount: () => Promise<void> | undefined = () => undefined,
): Promise<{ orders: number }> {
  const {
    purchases,
    carts,
    newsletter,
    tickets,
    addresses,
    eraseMails,
    publishEvent,
    purgeDeletedData,
    now,
  } = deps
  const orders = await purchases.listAll(userId)
  orders.forEach(assertErasable)

  const guestOrders = await listErasableGuestOrders(deps, emails)
  const linkHashes = await Promise.all(emails.map((email) => newsletter.listLinks(email)))
  const complaints = await ticketsOfShopper(deps, emails, orders)
  const mailKeys = [
    ...[...orders, ...guestOrders].flatMap(orderMailKeys),
    ...linkHashes.flat().map(newsletterMailKey),
    ...complaints.flatMap(ticketMailKeys),
  ]
  const orderEmails = orders.map((order) => order.email).filter((email) => email !== null)
  await eraseMails(mailKeys, [...new Set([...emails, ...orderEmails])])
  await removePictures(deps, complaints)
  for (const email of emails) {
    await newsletter.erase(email)
    await tickets.eraseOf(email, (ticket) => eraseTicket(ticket, now()))
  }
  const complaintsWithoutEmail = complaints.filter(({ email }) => email === '')
  if (complaintsWithoutEmail.length > 0) {
    const numbersToErase = new Set(complaintsWithoutEmail.map(({ number }) => number))
    // The store calls this for every ticket without an address. The tickets of other shoppers are
    // returned unchanged, so they stay.
    const eraseIfOfShopper = (ticket: TicketRecord) =>
      numbersToErase.has(ticket.number) ? eraseTicket(ticket, now()) : ticket
    await tickets.eraseOf('', eraseIfOfShopper)
  }
  await carts.erase(userId)
  await addresses.erase(userId)
  await publishEvent?.({
    id: `account-deleted:${userId}`,
    kind: 'accountDeleted',
    userId,
    at: now().toISOString(),
  })
  for (const guestOrder of guestOrders) await purchases.eraseAll(guestOrder.userId, eraseOrder)
  for (const email of emails) await unlistFormerGuestOrders(deps, email)
  await deleteAccount()
  const erased = await purchases.eraseAll(userId, eraseOrder)
  purgeDeletedData()
  return { orders: erased + guestOrders.length }
}

/**
 * Erases the only order of a guest, with its mails and tickets. Anyone can type an e-mail address
 * at the checkout, so everything else with that address stays.
 */
export async function eraseGuest(deps: AccountDeps, userId: string): Promise<{ orders: number }> {
  const { purchases, tickets, eraseMails, purgeDeletedData, now } = deps
  const orders = await purchases.listAll(userId)
  orders.forEach(assertErasable)

  for (const order of orders) {
    // The guest checkout requires an e-mail address. Only the type allows null here.
    const { purchaseId, email } = order
    const isAboutOrder = ({ help }: TicketRecord) => help?.purchaseId === purchaseId
    const complaints = email === null ? [] : (await tickets.listOf(email.toLowerCase())).filter(isAboutOrder)
    await eraseMails([...orderMailKeys(order), ...complaints.flatMap(ticketMailKeys)], [])
    if (email === null) continue
    if (complaints.length > 0) {
      await removePictures(deps, complaints)
      const erase = (ticket: TicketRecord) => (isAboutOrder(ticket) ? eraseTicket(ticket, now()) : ticket)
      await tickets.eraseOf(email.toLowerCase(), erase)
    }
    await purchases.removeLimitKey(guestEmailKey(email), purchaseId)
  }
  const erased = await purchases.eraseAll(userId, eraseOrder)
  purgeDeletedData()
  return { orders: erased }
}

/**
 * Lists the orders that guests placed with an e-mail address of the account. Orders that still need
 * their personal data are left out. Otherwise a stranger who orders with the address could prevent
 * the erasure of the account.
 */
async function listErasableGuestOrders({ purchases }: AccountDeps, emails: readonly string[]) {
  const keys = emails.map((email) => guestEmailKey(email))
  const found = await Promise.all(keys.map((key) => purchases.listByLimitKey(key)))
  return found.flat().filter((order) => isGuestOrder(order) && !needsPersonalData(order))
}

/**
 * Removes orders that were erased or moved to an account from the list of guest orders with this
 * e-mail address.
 */
async function unlistFormerGuestOrders({ purchases }: AccountDeps, email: string) {
  const key = guestEmailKey(email)
  for (const order of await purchases.listByLimitKey(key))
    if (!isGuestOrder(order)) await purchases.removeLimitKey(key, order.purchaseId)
}

/**
 * Requires a recent sign-in, so that an old, stolen access token erases nothing. Our user pool and
 * Cognito put the time of the sign-in into every token. A token of another pool may lack that time
 * and is accepted.
 */
function assertRecentSignIn({ signedInAt }: Caller, now: Date) {
  if (signedInAt === undefined) return
  if (now.getTime() / 1000 - signedInAt > RECENT_SIGN_IN_SECONDS)
    throw new ServiceError('SIGN_IN_AGAIN', SIGN_IN_AGAIN)
}
