import { hash } from 'node:crypto'
import type { OrderRecord } from './purchase-store.ts'

/** No `sub` of a user pool has a colon, so no account has the id of a guest. */
const GUEST_PREFIX = 'guest:'

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
