import type { CartItem } from '@nashta/contracts/cart/cart'
import { asPaise, type Paise } from '@nashta/contracts/money'

export type CartSnapshot = {
  /** Nobody's before the browser has looked. */
  whose: 'nobody' | 'guest' | 'shopper'
  items: readonly CartItem[]
  totalItems: number
  totalPaise: Paise
  /** The store has not said yet what the cart holds. */
  loading: boolean
  /** The store cannot be reached: this is the cart as last seen, and clicks are kept. */
  stale: boolean
  error: string | null
  /** Operations that the store has not answered yet, and the last one it refused. */
  pending: readonly string[]
  failedId: string | null
  /** What joined from a guest's cart. */
  joined: readonly CartItem[]
}

export const NOBODYS_CART: CartSnapshot = {
  whose: 'nobody',
  items: [],
  totalItems: 0,
  totalPaise: asPaise(0),
  loading: true,
  stale: false,
  error: null,
  pending: [],
  failedId: null,
  joined: [],
}
