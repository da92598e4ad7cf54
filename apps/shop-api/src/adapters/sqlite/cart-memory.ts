import { createRecent } from '@nashta/service-kit/responses/recent'
import type { CartRecord } from '../../cart/cart-store.ts'

/** In lines: some ten megabytes of carts. */
const REMEMBERED_MAX = 50_000

/**
 * Carts as they were committed, so that most reads need no database. A write forgets its cart before
 * anything else can look, and what it made of it comes back only once it is durable.
 */
export function createCartMemory() {
  const committed = createRecent<CartRecord>({ max: REMEMBERED_MAX, weigh: ({ lines }) => lines.length + 1 })

  return {
    get: (userId: string) => committed.get(userId),
    /** Nothing of it can be taken back any more. */
    keep: (cart: CartRecord) => committed.set(cart.userId, cart),
    /** Inside a write that changes the cart. */
    forget: (userId: string) => committed.forget(userId),
  }
}
