import type { Paise } from '@nashta/contracts/money'

/**
 * A stored line. Its copies of the product's fields are shown after the product has left the
 * catalogue.
 */
export type CartLineRecord = {
  productId: string
  quantity: number
  name: string
  pricePaise: Paise
  imageUrl: string
  category: string
}

export type CartRecord = {
  userId: string
  lines: readonly CartLineRecord[]
  /** Counts the updates; 0 means never saved. */
  version: number
  /**
   * How many of the updates no shopper made: an order that ended unpaid put its items back, or such
   * an order was revived and took them again.
   */
  automaticUpdates: number
  createdAt: string
  updatedAt: string
}

/**
 * Identifies a `CartUpdate` that a client may repeat. Repetitions have the same `key` and the same
 * `fingerprint`. The same `key` with another `fingerprint` is refused, because the client has
 * reused the key for another update.
 */
export type CartOperation = { key: string; fingerprint: string }

export type CartUpdate = {
  /** Pure: it may run more than once. It throws to refuse the update. Then nothing is written. */
  apply: (lines: readonly CartLineRecord[]) => readonly CartLineRecord[]
  /**
   * The version that the client saw. The update is refused with `CART_CHANGED` when the cart has
   * another version.
   */
  seen?: number | undefined
  operation?: CartOperation | undefined
}

/** `replayed` is true when an earlier request made the change, and this one wrote nothing. */
export type UpdatedCart = { cart: CartRecord; replayed: boolean }

export interface CartStore {
  /** A cart that was never saved is empty, at version 0. */
  find(userId: string): Promise<CartRecord>

  /** Applies the update to the current cart by the rules of `applyUpdate`, atomically. */
  update(userId: string, update: CartUpdate): Promise<UpdatedCart>

  /** Deletes the cart and its operations, as if the shopper had never had a cart. */
  erase(userId: string): Promise<void>
}
