import type { Paise } from '@nashta/contracts/money'

/** A line as it is kept: what the product was when it was added stands in for one that leaves the catalogue. */
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
  /** Counts changes; 0 means never saved. */
  version: number
  createdAt: string
  updatedAt: string
}

export type CartChange = {
  /** Pure: it may run more than once. What it throws refuses the change, and nothing is written. */
  apply: (lines: readonly CartLineRecord[]) => readonly CartLineRecord[]
  /** Refused with `CART_CHANGED` when the cart has another version by now. */
  ifVersion?: number | undefined
  /** The same key again within a day changes nothing; with another fingerprint it is refused. */
  operation?: { key: string; fingerprint: string } | undefined
}

export interface CartStore {
  /** A cart that was never saved is empty, at version 0. */
  find(userId: string): Promise<CartRecord>

  /** Applies the change to the cart as it is at that moment, in one step that nothing comes between. */
  change(userId: string, change: CartChange): Promise<{ cart: CartRecord; replayed: boolean }>
}
