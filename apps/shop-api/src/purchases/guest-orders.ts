import { hash } from 'node:crypto'
import { foldEmail } from '@nashta/contracts/account/checks'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import { networkOf } from '@nashta/service-kit/limits/rate-limit'
import type { GuestLimit, OrderRecord } from './purchase-store.ts'

/** No `sub` of a user pool has a colon. */
const GUEST_PREFIX = 'guest:'

/**
 * How many unpaid orders one e-mail address and one network may have. Guests can invent addresses, but not networks.
 */
const OPEN_ORDERS_OF_EMAIL = 3
const OPEN_ORDERS_OF_NETWORK = 20

const TOO_MANY_OPEN =
  'There are several orders that are not paid yet. Please pay or cancel one of them, or sign in, to order more.'

/**
 * The user id of a guest, who has one order. It is made from the idempotency key, so that a lost response can be
 * replayed.
 */
export function guestIdOf(idempotencyKey: string): string {
  return GUEST_PREFIX + hash('sha256', idempotencyKey, 'base64url')
}

export function isGuestOrder({ userId }: Pick<OrderRecord, 'userId'>): boolean {
  return userId.startsWith(GUEST_PREFIX)
}

export type Guest = {
  email: string
  /** The network address that the order comes from. */
  address: string
}

/** `scale` multiplies the limit of a network, as it multiplies the rate limits. */
export function guestLimits({ email, address }: Guest, scale: number): GuestLimit[] {
  return [
    { key: guestEmailKey(email), openMax: OPEN_ORDERS_OF_EMAIL },
    { key: keyOf('network', networkOf(address)), openMax: OPEN_ORDERS_OF_NETWORK * scale },
  ]
}

/** The key by which the guest orders with this e-mail address are found. */
export function guestEmailKey(email: string): string {
  return keyOf('email', foldEmail(email))
}

/** Keys contain a hash instead of the e-mail or network address. */
function keyOf(kind: 'email' | 'network', text: string) {
  return `${kind}:${hash('sha256', text, 'base64url')}`
}

/** Refuses a guest with too many unpaid orders, who could otherwise take the whole stock without paying. */
export function assertOpenOrders(earlier: readonly OrderRecord[], { openMax }: GuestLimit) {
  if (earlier.filter(holdsUnpaidStock).length >= openMax)
    throw new ServiceError('OPEN_ORDERS_LIMITED', TOO_MANY_OPEN)
}

/** An e-mail key always finds its orders. A network key finds only orders that count towards its limit. */
export function isFoundByKey(order: OrderRecord, key: string): boolean {
  return key === guestEmailKey(order.email ?? '') || holdsUnpaidStock(order)
}

function holdsUnpaidStock({ state, orderStatus, payment }: OrderRecord) {
  const isOver = state === 'declined' || orderStatus === 'CANCELLED' || orderStatus === 'DELIVERED'
  return !isOver && payment.state !== 'paid'
}
