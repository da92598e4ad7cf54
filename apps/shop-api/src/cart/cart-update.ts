import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { CartLineRecord, CartRecord, CartUpdate, UpdatedCart } from './cart-store.ts'

/** Clients may repeat an operation for a day. It is stored for two days, so that a retry at the last minute finds it. */
const OPERATION_LIFETIME_MS = 48 * 60 * 60 * 1000

export function operationExpiry(storedAt: Date) {
  return new Date(storedAt.getTime() + OPERATION_LIFETIME_MS)
}

/** Operations stored before this have expired. */
export function oldestLiveOperation(now: Date) {
  return new Date(now.getTime() - OPERATION_LIFETIME_MS)
}

export function emptyCart(userId: string, now: Date): CartRecord {
  const createdAt = now.toISOString()
  return { userId, lines: [], version: 0, createdAt, updatedAt: createdAt }
}

/** The cart with new lines, at its next version. */
export function withLines(cart: CartRecord, lines: readonly CartLineRecord[], now: Date): CartRecord {
  return { ...cart, lines, version: cart.version + 1, updatedAt: now.toISOString() }
}

/**
 * Returns the cart after an update. `storedFingerprint` belongs to the stored operation with the same key, if there is
 * one: the same operation changes nothing, and another operation is refused.
 */
export function applyUpdate(
  cart: CartRecord,
  { apply, ifVersion, operation }: CartUpdate,
  storedFingerprint: string | undefined,
  now: Date,
): UpdatedCart {
  if (operation && storedFingerprint !== undefined) {
    if (storedFingerprint !== operation.fingerprint) {
      throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another change')
    }
    return { cart, replayed: true }
  }
  if (ifVersion !== undefined && ifVersion !== cart.version) {
    throw new ServiceError('CART_CHANGED', 'The cart has changed since; read it again')
  }
  return { cart: withLines(cart, apply(cart.lines), now), replayed: false }
}
