import type { CartItem } from '@nashta/contracts/cart/cart'
import type { CartStorage } from './cart-storage.ts'
import { guestCopyOf } from './guest-cart.ts'
import { mergeGuestCarts } from './merge-guest-cart.ts'
import { enqueue, visibleItems } from './user-cart.ts'

const GUEST_COPY_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

const FNV_PRIME = 0x01000193
/** The start values of two hashes. The first is FNV's own, the second is arbitrary. */
const FNV_OFFSETS = [0x811c9dc5, 0x9747b28c]

export type Shopper = {
  sub: string
  /** True if the shopper chose “Remember me”. Otherwise the guest copy ends with the tab. */
  rememberMe: boolean
}

/**
 * At sign-in: queues the guest carts, and the product that the guest chose to add, for the
 * shopper's cart. If the tab is closed halfway, a second run has the same result, because every
 * operation id counts once.
 */
export function moveGuestCartToShopper(storage: CartStorage, { sub }: Shopper) {
  const cart = mergeGuestCarts(storage.readUserCart(sub), storage.readGuestCarts(), ownerHash(sub))
  const intent = storage.readIntent()
  storage.writeUserCart(sub, intent ? enqueue(cart, { id: intent.id, kind: 'add', item: intent.item }) : cart)
  storage.removeIntent()
  storage.removeGuestCarts()
}

export type SignOut = {
  /** The items that this tab showed. Used if another tab has removed the shopper's record. */
  shownItems: readonly CartItem[]
  mergeId: string
  now: Date
}

/**
 * At sign-out: copies the shopper's cart to a guest cart. Unsent operations stay in the shopper's
 * record. Returns false if the cart could not be copied, because the store never sent it. A cart
 * that is known to be empty counts as copied.
 */
export function copyCartToGuest(
  storage: CartStorage,
  { sub, rememberMe }: Shopper,
  { shownItems, mergeId, now }: SignOut,
): boolean {
  const cart = storage.readUserCart(sub)
  const items = cart ? visibleItems(cart) : shownItems
  // A guest cart exists at sign-out only when another tab has signed out first.
  const isCopiedByOtherTab = storage.readGuestCart() !== null
  if (items.length > 0 && !isCopiedByOtherTab) {
    const expiresAt = now.getTime() + GUEST_COPY_LIFETIME_MS
    const copy = guestCopyOf(items, { ownerHash: ownerHash(sub), mergeId, expiresAt })
    storage.writeGuestCopy(copy, { rememberMe })
  }
  removeUserCartIfSent(storage, sub)
  const isCartUnknown = items.length === 0 && cart !== null && !cart.isReceived
  return isCopiedByOtherTab || !isCartUnknown
}

export function removeUserCartIfSent(storage: CartStorage, sub: string) {
  if (storage.readUserCart(sub)?.queue.length === 0) storage.removeUserCart(sub)
}

/**
 * Two 32-bit FNV-1a hashes, as 16 hex digits. With them a guest cart identifies its former owner
 * without the `sub`.
 */
function ownerHash(sub: string): string {
  return FNV_OFFSETS.map((offset) => fnv1a(sub, offset).toString(16).padStart(8, '0')).join('')
}

function fnv1a(text: string, offset: number): number {
  let state = offset
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), FNV_PRIME)
  }
  return state >>> 0
}
