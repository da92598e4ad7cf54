import type { CartItem } from '@nashta/contracts/cart'
import { cartTotals } from '@nashta/contracts/cart-rules'
import { guestItems } from '@nashta/contracts/guest-cart'
import { asPaise, type Paise } from '@nashta/contracts/money'
import type { GuestCart, UserCart } from '@nashta/contracts/storage-records'
import { LOAD_CART_FAILED } from '@nashta/contracts/texts/cart'
import { shownItems } from './user-cart.ts'

export type CartFailure = { id: string; message: string }

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

type Underway = { underway: ReadonlySet<string> }

export function guestSnapshot(
  guest: GuestCart | null,
  { failure, underway }: Underway & { failure: CartFailure | null },
): CartSnapshot {
  return {
    ...NOBODYS_CART,
    ...counted(guest ? guestItems(guest) : []),
    ...failed(failure),
    whose: 'guest',
    loading: false,
    pending: [...underway],
  }
}

export function shopperSnapshot(
  cart: UserCart,
  { stale, underway }: Underway & { stale: boolean },
): CartSnapshot {
  return {
    ...counted(shownItems(cart)),
    ...failed(cart.failure ?? (stale && !cart.heard ? { id: '', message: LOAD_CART_FAILED } : null)),
    whose: 'shopper',
    loading: !cart.heard && !stale,
    stale,
    pending: [...underway, ...cart.queue.map(({ id }) => id)],
    joined: cart.receipt?.joined ?? [],
  }
}

function counted(items: CartItem[]) {
  return { items, ...cartTotals(items) }
}

function failed(failure: CartFailure | null) {
  return { error: failure?.message ?? null, failedId: failure?.id ?? null }
}
