import type { CartItem } from '@nashta/contracts/cart/cart'
import { cartTotals } from '@nashta/contracts/cart/cart-rules'
import type { GuestCart, UserCart } from '../../../data/storage/storage-records.ts'
import { LOAD_CART_FAILED } from '../cart-texts.ts'
import { type CartSnapshot, EMPTY_GUEST_CART } from './cart-snapshot.ts'
import { guestItems } from './guest-cart.ts'
import { visibleItems } from './user-cart.ts'

/**
 * `id` is the id of the operation that failed. It is null when the cart could not be loaded, or
 * could not be copied to the guest cart at sign-out.
 */
export type CartFailure = { id: string | null; message: string }

type WithUnwritten = {
  /** The ids of operations that are not written to a storage record yet. */
  unwritten: Iterable<string>
}

export function guestView(
  guest: GuestCart | null,
  { failure, unwritten }: WithUnwritten & { failure: CartFailure | null },
): CartSnapshot {
  return {
    ...EMPTY_GUEST_CART,
    ...withTotals(guest ? guestItems(guest) : []),
    ...failureFields(failure),
    pending: [...unwritten],
  }
}

/** The cart of a signed-in shopper. `stale` is true while the store cannot be reached. */
export function shopperView(
  cart: UserCart,
  { stale, unwritten }: WithUnwritten & { stale: boolean },
): CartSnapshot {
  const isLoaded = cart.isReceived
  const loadFailure = stale && !isLoaded ? { id: null, message: LOAD_CART_FAILED } : null
  return {
    ...withTotals(visibleItems(cart)),
    ...failureFields(cart.failure ?? loadFailure),
    owner: 'shopper',
    loading: !isLoaded && !stale,
    stale,
    pending: [...unwritten, ...cart.queue.map(({ id }) => id)],
    // `joined` is the name of the merged items in the storage record.
    merged: cart.receipt?.joined ?? [],
  }
}

function withTotals(items: CartItem[]) {
  return { items, ...cartTotals(items) }
}

function failureFields(failure: CartFailure | null) {
  return { error: failure?.message ?? null, failedId: failure?.id ?? null }
}
