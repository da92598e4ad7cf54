import type { CartItem } from '@nashta/contracts/cart/cart'
import type { CartDelta } from '@nashta/contracts/cart/cart-merge'
import type { GuestCart, UserCart } from '../../../data/storage-records.ts'
import { guestDelta, guestItems } from './guest-cart.ts'
import { enqueue, isQueued, newUserCart } from './user-cart.ts'

/** The cart of a shopper who has just signed in: the stored record, if any, with every guest cart queued as a merge. */
export function mergeGuestCarts(
  stored: UserCart | null,
  guests: readonly GuestCart[],
  owner: string,
  deltaOf: (guest: GuestCart, signedIn: string) => CartDelta = guestDelta,
): UserCart {
  const copy = guests.find((guest) => guest.owner === owner)
  return guests.reduce(
    (cart, guest) => mergeGuestCart(cart, guest, deltaOf(guest, owner)),
    stored ?? newUserCart(copy && copiedItems(copy)),
  )
}

/** The merge goes to the end of the queue: operations that were unsent at sign-out came before the guest's clicks. */
function mergeGuestCart(cart: UserCart, guest: GuestCart, delta: CartDelta): UserCart {
  if (delta.length === 0 || isQueued(cart, guest.mergeId)) return cart

  const { mergeId } = guest
  const joining = mergedItems(guest, delta)
  const merged = enqueue(cart, { id: mergeId, kind: 'merge', delta: [...delta], joining })
  return joining.length > 0 ? { ...merged, receipt: { mergeId, joined: joining } } : merged
}

/** Takes back the items of the merge; the shopper's other changes stay. */
export function undoMerge(cart: UserCart): UserCart {
  if (!cart.receipt) return cart
  const { mergeId, joined } = cart.receipt
  const delta = joined.map(({ productId, quantity }) => ({ productId, quantity: -quantity }))
  return enqueue({ ...cart, receipt: null }, { id: `${mergeId}.undo`, kind: 'merge', delta, joining: [] })
}

function mergedItems(guest: GuestCart, delta: CartDelta): CartItem[] {
  const items = new Map(guestItems(guest).map((item) => [item.productId, item]))
  return delta.flatMap(({ productId, quantity }) => {
    const item = items.get(productId)
    return item && quantity > 0 ? [{ ...item, quantity }] : []
  })
}

/**
 * The owner's cart as it was at sign-out. Lines removed since are missing from the copy; the merge removes them in
 * the server's cart too.
 */
function copiedItems(guest: GuestCart): CartItem[] {
  return guestItems(guest).flatMap((item) => {
    const quantity = guest.snapshot[item.productId] ?? 0
    return quantity > 0 ? [{ ...item, quantity }] : []
  })
}
