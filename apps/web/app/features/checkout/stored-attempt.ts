import { newId } from '@nashta/browser/new-id'
import { type BrowserStorage, browserStorage } from '@nashta/browser/storage/browser-storage'
import { readRecord, writeRecord } from '@nashta/browser/storage/storage-record'
import { userIdSchema } from '@nashta/contracts/fields'
import * as z from 'zod/mini'

const checkoutAttemptSchema = z.object({
  userId: userIdSchema,
  /** The idempotency key: sent with every POST of this order, so that it is placed once. */
  key: z.string().check(z.minLength(1)),
  /** The cart's products, quantities and prices as text. */
  content: z.string(),
  /** The shopper's newest order before the first POST: any newer order is the one of this attempt. */
  after: z.optional(z.nullable(z.string())),
  /** It was sent, and its outcome is not known. */
  unsure: z.boolean(),
})

export type CheckoutAttempt = z.infer<typeof checkoutAttemptSchema>

/** In sessionStorage, so it ends with the tab. It holds no address and no payment details. */
const checkoutAttemptRecord = {
  key: 'nashta.checkout-attempt',
  version: 1,
  data: checkoutAttemptSchema,
}

export type StoredAttempt = ReturnType<typeof createStoredAttempt>

/**
 * The checkout attempt of this tab; it survives reloads. One key stands for one order: the key changes only when the
 * store has placed or refused the order, or when the cart changed before the order was ever sent.
 */
export function createStoredAttempt(storage: BrowserStorage, newKey: () => string) {
  // Where storage is full or forbidden, this copy still lasts until the next reload.
  let current = readRecord(checkoutAttemptRecord, storage.getItem(checkoutAttemptRecord.key))

  function store(attempt: CheckoutAttempt) {
    current = attempt
    storage.setItem(checkoutAttemptRecord.key, writeRecord(checkoutAttemptRecord, attempt))
    return attempt
  }

  return {
    /** The current attempt if it is for the same shopper and cart, else a new one. */
    open(userId: string, content: string): CheckoutAttempt {
      const isSame = current?.userId === userId && (current.unsure || current.content === content)
      return current && isSame ? current : store({ userId, content, key: newKey(), unsure: false })
    },
    /** The attempt that was sent and has no known outcome, if there is one. */
    unsure(userId: string): CheckoutAttempt | null {
      return current?.userId === userId && current.unsure ? current : null
    },
    markSent(attempt: CheckoutAttempt, after: string | null) {
      store({ ...attempt, after, unsure: true })
    },
    /** The store has no such order: the next try uses the same key. */
    markUnsent() {
      if (current) store({ ...current, unsure: false })
    },
    /** The order was placed or refused: the next order gets a new key. */
    close() {
      current = null
      storage.removeItem(checkoutAttemptRecord.key)
    },
  }
}

/** The attempt of this tab. On the server it has no storage and is never opened. */
export const storedAttempt = createStoredAttempt(browserStorage('sessionStorage'), newId)
