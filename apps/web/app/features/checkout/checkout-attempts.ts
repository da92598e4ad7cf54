import { newId } from '@nashta/browser/new-id'
import { type BrowserStorage, browserStorage } from '@nashta/browser/storage/browser-storage'
import { parseRecord, serialiseRecord } from '@nashta/browser/storage/storage-record'
import type { CartItem } from '@nashta/contracts/cart/cart'
import { userIdSchema } from '@nashta/contracts/fields'
import * as z from 'zod/mini'

const checkoutAttemptSchema = z.object({
  userId: userIdSchema,
  /** The idempotency key of every POST of this order, so that the order is placed at most once. */
  key: z.string().check(z.minLength(1)),
  /** The `cartFingerprint` of the cart that is ordered. */
  content: z.string(),
  /**
   * The id of the shopper's newest order before the first POST:
   * - absent until that order was fetched
   * - null if the shopper had no order
   *
   * If the response to a POST is lost, a newest order with another id counts as the placed order.
   */
  after: z.optional(z.nullable(z.string())),
  /** True while a POST has been sent and its outcome is not known. */
  unsure: z.boolean(),
})

/**
 * One or more POSTs with the same key, which place at most one order. The attempt starts at the
 * payment step, and ends when the store has placed the order or refused the order itself. It goes
 * on when only a request has failed, for example by a lost connection or a rate limit.
 */
export type CheckoutAttempt = z.infer<typeof checkoutAttemptSchema>

/** Stored in sessionStorage, so it ends with the tab. It has no address and no payment details. */
const checkoutAttemptRecord = { key: 'nashta.checkout-attempt', version: 1, schema: checkoutAttemptSchema }

export type CheckoutAttempts = ReturnType<typeof createCheckoutAttempts>

/**
 * Stores the current checkout attempt of this tab, so that it survives a reload. An attempt whose
 * outcome is not known keeps its key even if the cart changes: a new key could place a second
 * order.
 */
export function createCheckoutAttempts(storage: BrowserStorage, newKey: () => string) {
  // Where storage is full or forbidden, this copy still lasts until the next reload.
  let current = parseRecord(checkoutAttemptRecord, storage.getItem(checkoutAttemptRecord.key))

  function store(attempt: CheckoutAttempt) {
    current = attempt
    storage.setItem(checkoutAttemptRecord.key, serialiseRecord(checkoutAttemptRecord, attempt))
    return attempt
  }

  return {
    /**
     * Continues the shopper's attempt if its outcome is not known or the cart is the same.
     * Otherwise starts a new attempt.
     */
    continueOrStart(userId: string, fingerprint: string): CheckoutAttempt {
      const canContinue = current?.userId === userId && (current.unsure || current.content === fingerprint)
      if (current && canContinue) return current
      return store({ userId, content: fingerprint, key: newKey(), unsure: false })
    },
    findWithUnknownOutcome(userId: string): CheckoutAttempt | null {
      return current?.userId === userId && current.unsure ? current : null
    },
    markSent(attempt: CheckoutAttempt, previousOrderId: string | null) {
      store({ ...attempt, after: previousOrderId, unsure: true })
    },
    /** No POST has placed the order, but the attempt goes on: the next POST may place it. */
    markNotPlaced() {
      if (current) store({ ...current, unsure: false })
    },
    /** Ends the attempt: the next order gets a new key. */
    close() {
      current = null
      storage.removeItem(checkoutAttemptRecord.key)
    },
  }
}

/** The attempts of this tab. On the server there are none, because only clicks start attempts. */
export const checkoutAttempts = createCheckoutAttempts(browserStorage('sessionStorage'), newId)

/**
 * A text such as `2×donut@69 3×chips@45`. It is equal for carts with the same products, quantities
 * and prices in the same order.
 */
export function cartFingerprint(lines: readonly CartItem[]): string {
  return lines.map(({ productId, quantity, price }) => `${quantity}×${productId}@${price}`).join(' ')
}
