import type { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '@nashta/service-kit/service-error'

export type AttemptKey = { userId: string; key: string | undefined; fingerprint: string; cartVersion: number }

/**
 * Which order an attempt led to. A client that gives a key names the attempt itself. For one that gives
 * none, it is the same attempt while the same things are asked for and the shopper has not touched the
 * cart: the version the cart had then, or the one the purchase left it with.
 */
export function createPurchaseAttempts(connection: DatabaseSync) {
  const selectByKey = connection.prepare(
    'SELECT fingerprint, purchaseId FROM purchaseAttempts WHERE userId = ? AND key = ?',
  )
  const selectByCart = connection.prepare(`
    SELECT purchaseId FROM purchaseAttempts
    WHERE userId = @userId AND fingerprint = @fingerprint AND cartVersionBefore IS NOT NULL
      AND (cartVersionBefore = @cartVersion OR cartVersionAfter = @cartVersion)
    LIMIT 1
  `)
  const insert = connection.prepare(`
    INSERT INTO purchaseAttempts (userId, key, fingerprint, purchaseId, createdAt, cartVersionBefore)
    VALUES (?, ?, ?, ?, ?, ?)
  `)
  const setVersionAfter = connection.prepare(
    'UPDATE purchaseAttempts SET cartVersionAfter = ? WHERE purchaseId = ? AND cartVersionBefore IS NOT NULL',
  )
  const forgetKeyless = connection.prepare(
    'DELETE FROM purchaseAttempts WHERE purchaseId = ? AND cartVersionBefore IS NOT NULL',
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
    remember({ userId, key, fingerprint, cartVersion }: AttemptKey, purchaseId: string, createdAt: string) {
      const name = key ?? `cart:${cartVersion}:${purchaseId}`
      const cartVersionBefore = key === undefined ? cartVersion : null
      insert.run(userId, name, fingerprint, purchaseId, createdAt, cartVersionBefore)
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
