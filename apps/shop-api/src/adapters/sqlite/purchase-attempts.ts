import type { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '@nashta/service-kit/http/service-error'

export type AttemptKey = { userId: string; key: string | undefined; fingerprint: string; cartVersion: number }

/**
 * Which order an attempt led to. A client that gives a key names the attempt itself. For one that gives
 * none, it is the same attempt while the same things are asked for and the shopper has not touched the
 * cart: the version the cart had then, or the one the purchase left it with.
 */
export function createPurchaseAttempts(connection: DatabaseSync) {
  const selectByKey = connection.prepare(
    'SELECT fingerprint, purchaseId FROM orders WHERE userId = ? AND attemptKey = ?',
  )
  const selectByCart = connection.prepare(`
    SELECT purchaseId FROM orders
    WHERE userId = @userId AND fingerprint = @fingerprint AND cartVersionBefore IS NOT NULL
      AND (cartVersionBefore = @cartVersion OR cartVersionAfter = @cartVersion)
    LIMIT 1
  `)
  const setVersionAfter = connection.prepare(
    'UPDATE orders SET cartVersionAfter = ? WHERE purchaseId = ? AND cartVersionBefore IS NOT NULL',
  )
  const forgetKeyless = connection.prepare(
    'UPDATE orders SET cartVersionBefore = NULL WHERE purchaseId = ? AND cartVersionBefore IS NOT NULL',
  )

  return {
    /** The order of the same attempt; null when it is the first. */
    find({ userId, key, fingerprint, cartVersion }: AttemptKey): string | null {
      if (key === undefined) {
        return (
          (selectByCart.get({ userId, fingerprint, cartVersion })?.['purchaseId'] as string | undefined) ??
          null
        )
      }
      const known = selectByKey.get(userId, key) as { fingerprint: string; purchaseId: string } | undefined
      if (known && known.fingerprint !== fingerprint) {
        throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another order')
      }
      return known?.purchaseId ?? null
    },
    cartBecame(purchaseId: string, version: number) {
      setVersionAfter.run(version, purchaseId)
    },
    /** A declined attempt without a key may be made again just as it was. */
    declined(purchaseId: string) {
      forgetKeyless.run(purchaseId)
    },
  }
}
