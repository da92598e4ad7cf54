import type { CartItem } from '@nashta/contracts/cart/cart'
import type { CartDelta } from '@nashta/contracts/cart/cart-merge'
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import type { GuestCart, UserCart } from '../../../data/storage/storage-records.ts'
import { guestDelta, guestItems } from './guest-cart.ts'
import { enqueue, isQueued, type MergeOperation, newUserCart } from './user-cart.ts'

/**
 * The cart of a shopper who has just signed in: the stored record, with a merge queued for every
 * guest cart that changes something. Only tests pass another `deltaOf`.
 */
export function mergeGuestCarts(
  stored: UserCart | null,
  guests: readonly GuestCart[],
  userIdHash: string,
  deltaOf = guestDelta,
): UserCart {
  const start = stored ?? newUserCart(itemsAtSignOut(guests, userIdHash))
  const merges = guests
    .map((guest) => mergeOf(guest, deltaOf(guest, userIdHash)))
    .filter(({ id, delta }) => delta.length > 0 && !isQueued(start, id))
  const cart = merges.reduce((merged, merge) => enqueue(merged, merge), start)
  // If this sign-in adds no items, the shopper can still undo the merges of an earlier sign-in.
  return { ...cart, receipt: receiptOf(merges) ?? start.receipt }
}

/** The shopper accepts the merge of the sign-in. Pages stop showing the notice about the merge. */
export function withMergeAccepted(cart: UserCart): UserCart {
  return { ...cart, receipt: null }
}

/** Queues a merge that subtracts the items of the receipt. The shopper's other changes stay. */
export function withMergeUndone(cart: UserCart): UserCart {
  if (!cart.receipt) return cart
  const { mergeId, joined: addedItems } = cart.receipt
  const delta = addedItems.map(({ productId, quantity }) => ({ productId, quantity: -quantity }))
  // `joining` is the stored name of the items that a merge adds. This merge adds no items.
  const undo: MergeOperation = { id: `${mergeId}.undo`, kind: 'merge', delta, joining: [] }
  return enqueue({ ...cart, receipt: null }, undo)
}

/**
 * The shopper's cart as it was copied to a guest cart at the last sign-out. Pages show these items
 * until the store responds. Lines that the guest has removed are missing, because the guest cart no
 * longer has their names and prices.
 */
function itemsAtSignOut(guests: readonly GuestCart[], userIdHash: string): CartItem[] {
  const copy = guests.find((guest) => guest.owner === userIdHash)
  if (!copy) return []
  return guestItems(copy).flatMap((item) => {
    const quantity = copy.snapshot[item.productId] ?? 0
    return quantity > 0 ? [{ ...item, quantity }] : []
  })
}

function mergeOf(guest: GuestCart, delta: CartDelta): MergeOperation {
  return { id: guest.mergeId, kind: 'merge', delta: [...delta], joining: itemsAddedBy(delta, guest) }
}

function itemsAddedBy(delta: CartDelta, guest: GuestCart): CartItem[] {
  const items = new Map(guestItems(guest).map((item) => [item.productId, item]))
  return delta.flatMap(({ productId, quantity }) => {
    const item = items.get(productId)
    return item && quantity > 0 ? [{ ...item, quantity }] : []
  })
}

/** The receipt with which `withMergeUndone` undoes the merges. Null if the merges add no items. */
function receiptOf(merges: readonly MergeOperation[]): UserCart['receipt'] {
  const addingMerges = merges.filter(({ joining }) => joining.length > 0)
  const lastMerge = addingMerges.at(-1)
  if (!lastMerge) return null
  const addedItems = addingMerges.flatMap(({ joining }) => joining)
  // One undo subtracts the items of all these merges. The undo gets the id `<mergeId>.undo`.
  return { mergeId: lastMerge.id, joined: sumByProduct(addedItems) }
}

/** One item for each product, with the sum of the quantities, up to `LINE_QUANTITY_MAX`. */
function sumByProduct(items: readonly CartItem[]): CartItem[] {
  const sums = new Map<string, CartItem>()
  for (const item of items) {
    const earlier = sums.get(item.productId)
    const quantity = Math.min((earlier?.quantity ?? 0) + item.quantity, LINE_QUANTITY_MAX)
    sums.set(item.productId, { ...(earlier ?? item), quantity })
  }
  return [...sums.values()]
}
