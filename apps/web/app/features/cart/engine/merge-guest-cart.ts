import type { CartItem } from '@nashta/contracts/cart/cart'
import { type CartDelta, mergeLines } from '@nashta/contracts/cart/cart-merge'
import type { GuestCart, UserCart } from '../../../data/storage-records.ts'
import { guestDelta, guestItems } from './guest-cart.ts'
import { enqueue, isQueued, newUserCart } from './user-cart.ts'

/**
 * The cart of a shopper who has just signed in: the stored record, with a merge queued for every
 * guest cart. At the last sign-out, the shopper's cart may have been copied to a guest cart.
 * Without a stored record, pages show this copy until the store responds. Only tests pass another
 * `deltaOf`.
 */
export function mergeGuestCarts(
  stored: UserCart | null,
  guests: readonly GuestCart[],
  shopperHash: string,
  deltaOf = guestDelta,
): UserCart {
  const copy = guests.find((guest) => guest.owner === shopperHash)
  const start = stored ?? newUserCart(copy && copiedItems(copy))
  // The receipt begins empty, so that it lists only the merges of this sign-in.
  const merged = guests.reduce<UserCart>(
    (cart, guest) => queueMerge(cart, guest, deltaOf(guest, shopperHash)),
    { ...start, receipt: null },
  )
  // If this sign-in adds nothing, the stored receipt stays. The shopper can still undo that merge.
  return { ...merged, receipt: merged.receipt ?? start.receipt }
}

/**
 * Queues the merge of one guest cart, and adds its items to the `receipt`. With the receipt the
 * shopper can undo all merges of this sign-in at once. That undo is one operation. Its id is made
 * from the id of one merge, so the receipt has only the id of the last merge.
 */
function queueMerge(cart: UserCart, guest: GuestCart, delta: CartDelta): UserCart {
  if (delta.length === 0 || isQueued(cart, guest.mergeId)) return cart

  const { mergeId } = guest
  const addedItems = itemsAddedBy(delta, guest)
  const merged = enqueue(cart, { id: mergeId, kind: 'merge', delta: [...delta], joining: addedItems })
  if (addedItems.length === 0) return merged

  const newLine = (id: string) => addedItems.find(({ productId }) => productId === id) ?? null
  const joined = mergeLines(cart.receipt?.joined ?? [], addedItems, newLine)
  return { ...merged, receipt: { mergeId, joined } }
}

/** Queues a merge that subtracts the items of the receipt. The shopper's other changes stay. */
export function undoMerge(cart: UserCart): UserCart {
  if (!cart.receipt) return cart
  const { mergeId, joined } = cart.receipt
  const delta = joined.map(({ productId, quantity }) => ({ productId, quantity: -quantity }))
  return enqueue({ ...cart, receipt: null }, { id: `${mergeId}.undo`, kind: 'merge', delta, joining: [] })
}

function itemsAddedBy(delta: CartDelta, guest: GuestCart): CartItem[] {
  const items = new Map(guestItems(guest).map((item) => [item.productId, item]))
  return delta.flatMap(({ productId, quantity }) => {
    const item = items.get(productId)
    return item && quantity > 0 ? [{ ...item, quantity }] : []
  })
}

/**
 * The copied cart as it was at sign-out. Lines that the guest has removed are missing, because the
 * guest cart no longer has their names and prices.
 */
function copiedItems(guest: GuestCart): CartItem[] {
  return guestItems(guest).flatMap((item) => {
    const quantity = guest.snapshot[item.productId] ?? 0
    return quantity > 0 ? [{ ...item, quantity }] : []
  })
}
