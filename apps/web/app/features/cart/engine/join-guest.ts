import type { CartItem } from '@nashta/contracts/cart/cart'
import type { CartDelta } from '@nashta/contracts/cart/cart-merge'
import type { GuestCart, UserCart } from '../../../data/storage-records.ts'
import { guestDelta, guestItems } from './guest-cart.ts'
import { isQueued, unheardCart, withOperation } from './user-cart.ts'

/** The cart of a shopper who has just signed in, given what this browser kept of it. */
export function cartAtSignIn(
  kept: UserCart | null,
  guests: readonly GuestCart[],
  owner: string,
  deltaOf: (guest: GuestCart, signedIn: string) => CartDelta = guestDelta,
): UserCart {
  const copy = guests.find((guest) => guest.owner === owner)
  return guests.reduce(
    (cart, guest) => joinGuest(cart, guest, deltaOf(guest, owner)),
    kept ?? unheardCart(copy && copiedItems(copy)),
  )
}

/** In the order of the shopper's clicks: what waited to be sent at sign-out goes first. */
function joinGuest(cart: UserCart, guest: GuestCart, delta: CartDelta): UserCart {
  if (delta.length === 0 || isQueued(cart, guest.mergeId)) return cart

  const joining = joiningItems(guest, delta)
  const { mergeId } = guest
  const joined = withOperation(cart, { id: mergeId, kind: 'merge', delta: [...delta], joining })
  return joining.length > 0 ? { ...joined, receipt: { mergeId, joined: joining } } : joined
}

/** Takes back what joined; the shopper's other clicks stay. */
export function withoutJoined(cart: UserCart): UserCart {
  if (!cart.receipt) return cart
  const { mergeId, joined } = cart.receipt
  const delta = joined.map(({ productId, quantity }) => ({ productId, quantity: -quantity }))
  return withOperation(
    { ...cart, receipt: null },
    { id: `${mergeId}.undo`, kind: 'merge', delta, joining: [] },
  )
}

function joiningItems(guest: GuestCart, delta: CartDelta): CartItem[] {
  const items = new Map(guestItems(guest).map((item) => [item.productId, item]))
  return delta.flatMap(({ productId, quantity }) => {
    const item = items.get(productId)
    return item && quantity > 0 ? [{ ...item, quantity }] : []
  })
}

/** The owner's cart as it was at sign-out; what was removed since is not known any more, and removed again anyway. */
function copiedItems(guest: GuestCart): CartItem[] {
  return guestItems(guest).flatMap((item) => {
    const quantity = guest.snapshot[item.productId] ?? 0
    return quantity > 0 ? [{ ...item, quantity }] : []
  })
}
