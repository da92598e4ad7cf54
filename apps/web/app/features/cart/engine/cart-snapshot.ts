import type { CartItem } from '@nashta/contracts/cart/cart'
import { asPaise, type Paise } from '@nashta/contracts/money'

// Every page loads this file. The engine is in other files, which are loaded later.

/** The cart as pages show it. */
export type CartSnapshot = {
  /** `unknown` until the browser has read its session. */
  owner: 'unknown' | 'guest' | 'shopper'
  items: readonly CartItem[]
  totalItems: number
  totalPaise: Paise
  /** True while the first response of the store is awaited. */
  loading: boolean
  /** True while the store cannot be reached: the cart may be out of date, and operations stay in the queue. */
  stale: boolean
  error: string | null
  /** The ids of operations that the store has not confirmed yet; for a guest, those that are not stored yet. */
  pending: readonly string[]
  /** The id of the last operation that failed; null again after the next operation. */
  failedId: string | null
  /** The items that a sign-in merged from the guest cart, until the shopper undoes the merge or accepts it. */
  merged: readonly CartItem[]
}

export const UNKNOWN_CART: CartSnapshot = {
  owner: 'unknown',
  items: [],
  totalItems: 0,
  totalPaise: asPaise(0),
  loading: true,
  stale: false,
  error: null,
  pending: [],
  failedId: null,
  merged: [],
}

/** The cart of a guest who has none stored. */
export const EMPTY_GUEST_CART: CartSnapshot = { ...UNKNOWN_CART, owner: 'guest', loading: false }
