import { hash } from 'node:crypto'
import type { PlacePurchaseBody } from '@nashta/contracts/orders/purchase'
import { ServiceError } from '@nashta/service-kit/http/service-error'

export type PurchaseAttempt = {
  userId: string
  /** The client's idempotency key, if it sent one. */
  key: string | undefined
  /** A hash of the whole request without its secrets. */
  fingerprint: string
}

/**
 * The cart versions are those before and after the order took its items out of the cart. `cartVersionAfter` is null
 * until it has done so. `cartVersionBefore` may be null for an attempt with a key, which does not need it.
 */
export type StoredAttempt = {
  purchaseId: string
  fingerprint: string
  cartVersionBefore: number | null
  cartVersionAfter: number | null
}

/**
 * The id of the order that an earlier request of the same attempt placed; null when the attempt is new. A key
 * identifies an attempt. Without a key, an attempt is the same while the request is the same and the shopper has not
 * changed the cart: the cart has the version it had before the order, or the one after it. Cart versions only grow, so
 * `stored` need only be the last attempt with the same key or, without a key, the last one with the same fingerprint.
 */
export function findReplay(
  { key, fingerprint }: PurchaseAttempt,
  cartVersion: number,
  stored: StoredAttempt | undefined,
): string | null {
  if (!stored) return null
  if (key === undefined) {
    const isSameCart = [stored.cartVersionBefore, stored.cartVersionAfter].includes(cartVersion)
    return isSameCart ? stored.purchaseId : null
  }
  if (stored.fingerprint !== fingerprint) {
    throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another order')
  }
  return stored.purchaseId
}

/** Contains only the masked card number: a hash of a card number can be guessed back. */
export function purchaseFingerprint(
  { items, totalAmount, shippingAddress, paymentDetails }: PlacePurchaseBody,
  maskedCard = '',
) {
  const payment =
    paymentDetails.method === 'card'
      ? { method: 'card', instrument: maskedCard, name: paymentDetails.cardHolderName }
      : paymentDetails
  return hash('sha256', JSON.stringify([items, totalAmount, shippingAddress, payment]), 'base64url')
}
