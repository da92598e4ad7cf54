import { hash } from 'node:crypto'
import { networksOf } from '@nashta/service-kit/limits/networks'
import type { OrderRecord, UnpaidOrderLimit } from './purchase-store.ts'
import type { OrderLimits } from './purchase.ts'
import { buyerKeyOf, cashUnitsMax, guestEmailKey } from './unpaid-orders.ts'

/** No `sub` of a user pool has a colon, so no account has the id of a guest. */
const GUEST_PREFIX = 'guest:'

/**
 * How many unpaid orders the guests with one e-mail address, or on one network, may have. Guests
 * can invent e-mail addresses, but not networks.
 */
const UNPAID_ORDERS_OF_EMAIL = 3
const UNPAID_ORDERS_OF_NETWORK = 20

/**
 * The user id of a guest. Each guest has one order. The id is made from the idempotency key, so
 * that a retry finds the order.
 */
export function guestIdOf(idempotencyKey: string): string {
  return GUEST_PREFIX + hash('sha256', idempotencyKey, 'base64url')
}

export function isGuestId(userId: string): boolean {
  return userId.startsWith(GUEST_PREFIX)
}

export function isGuestOrder({ userId }: Pick<OrderRecord, 'userId'>): boolean {
  return isGuestId(userId)
}

export type Guest = {
  email: string
  /** The network address that the order comes from. */
  address: string
}

/** `rateLimitScale` multiplies the limits of a network, as it multiplies the rate limits. */
export function guestLimits(
  { email, address }: Guest,
  limits: OrderLimits,
  rateLimitScale: number,
): UnpaidOrderLimit[] {
  const unitsMax = cashUnitsMax(limits)
  return [
    { buyerKey: guestEmailKey(email), unpaidMax: UNPAID_ORDERS_OF_EMAIL, unitsMax },
    {
      buyerKey: buyerKeyOf('network', networksOf(address).narrow),
      unpaidMax: UNPAID_ORDERS_OF_NETWORK * rateLimitScale,
      unitsMax: unitsMax === null ? null : unitsMax * rateLimitScale,
    },
  ]
}
