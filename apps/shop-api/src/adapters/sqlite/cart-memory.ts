import { createRecent } from '@nashta/service-kit/recent'
import type { CartRecord } from '../../cart/cart-store.ts'

/** In lines: some ten megabytes of carts. */
const REMEMBERED_MAX = 50_000

/**
 * Carts as they were committed, so that most reads need no database. A write forgets its cart before
 * anything else can look, and what it made of it comes back only once it is durable.
 */
export function createCartMemory() {
  const committed = createRecent<CartRecord>({ max: REMEMBERED_MAX, weigh: ({ lines }) => lines.length + 1 })
  /** What the last change made of a cart, while it waits for its commit. */
  const written = new Map<string, CartRecord>()

  return {
    get: (userId: string) => committed.get(userId),

    /** Read outside of every write: nothing of it can be taken back any more. */
    keepRead(cart: CartRecord) {
      committed.set(cart.userId, cart)
    },

    /** Inside a write that changes the cart. */
    forget(userId: string) {
      committed.forget(userId)
      written.delete(userId)
    },

    /** Inside a write, when the one who waits for it will say that it is durable. */
    keepWritten(cart: CartRecord) {
      written.set(cart.userId, cart)
    },

    /** Kept unless another write came after it. */
    confirm(cart: CartRecord) {
      if (written.get(cart.userId) !== cart) return
      written.delete(cart.userId)
      committed.set(cart.userId, cart)
    },
  }
}
