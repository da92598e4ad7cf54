import { RECENT_SIGN_IN_SECONDS } from '@nashta/contracts/account/account-data'
import { SIGN_IN_AGAIN } from '@nashta/contracts/identity/identity-gateway'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import { newsletterMailKey } from '../newsletter/newsletter.ts'
import { orderMailKeys } from '../purchases/order-mails.ts'
import { eraseTicket } from '../tickets/ticket.ts'
import { ticketMailKeys } from '../tickets/tickets.ts'
import { type AccountDeps, addressesOf } from './account-deps.ts'
import { eraseOrder } from './erase-order.ts'

/**
 * Every step may be repeated. Mails come before the tickets and orders that name them, so that a call after an
 * interrupted one still finds them.
 */
export async function eraseAccount(deps: AccountDeps, caller: Caller): Promise<{ orders: number }> {
  const {
    purchases,
    carts,
    newsletter,
    tickets,
    addresses: addressBooks,
    eraseMails,
    publishEvent,
    removeTraces,
    now,
  } = deps
  assertRecentSignIn(caller, now())
  const userId = caller.sub
  const orders = await purchases.listAll(userId)
  // Refuses before anything is erased.
  orders.forEach(eraseOrder)

  const addresses = await addressesOf(deps, caller)
  const linkHashes = await Promise.all(addresses.map((email) => newsletter.listLinks(email)))
  const complaints = await Promise.all(addresses.map((email) => tickets.listOf(email)))
  const mailKeys = [
    ...orders.flatMap(orderMailKeys),
    ...linkHashes.flat().map(newsletterMailKey),
    ...complaints.flat().flatMap(ticketMailKeys),
  ]
  const orderAddresses = orders.map((order) => order.email).filter((email) => email !== null)
  await eraseMails(mailKeys, [...new Set([...addresses, ...orderAddresses])])
  for (const email of addresses) {
    await newsletter.erase(email)
    await tickets.eraseOf(email, (ticket) => eraseTicket(ticket, now()))
  }
  await carts.erase(userId)
  await addressBooks.erase(userId)
  await publishEvent?.({ id: `forget:${userId}`, kind: 'forget', userId, at: now().toISOString() })
  const erased = await purchases.eraseAll(userId, eraseOrder)
  removeTraces()
  return { orders: erased }
}

/** A stolen access token alone erases nothing. A pool that does not tell the time of the sign-in is trusted. */
function assertRecentSignIn({ signedInAt }: Caller, now: Date) {
  if (signedInAt === undefined) return
  if (now.getTime() / 1000 - signedInAt > RECENT_SIGN_IN_SECONDS)
    throw new ServiceError('SIGN_IN_AGAIN', SIGN_IN_AGAIN)
}
