import type { CartItem } from '@nashta/contracts/cart/cart'
import { cartTotals } from '@nashta/contracts/cart/cart-rules'
import type { GuestCart, UserCart } from '../../../data/storage-records.ts'
import { LOAD_CART_FAILED } from '../cart-texts.ts'
import { type CartSnapshot, NOBODYS_CART } from './cart-snapshot.ts'
import { guestItems } from './guest-cart.ts'
import { shownItems } from './user-cart.ts'

export type CartFailure = { id: string; message: string }

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
