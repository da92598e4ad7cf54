import type { CartItem } from '@nashta/contracts/cart/cart'
import type { CartStorage } from './cart-storage.ts'
import { guestCopyOf } from './guest-cart.ts'
import { mergeGuestCarts } from './merge-guest-cart.ts'
import { enqueue, visibleItems } from './user-cart.ts'

const GUEST_COPY_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

const FNV_PRIME = 0x01000193
/** The start values of the two hashes of a user id: FNV's own value, and an arbitrary one. */
const FNV_OFFSETS = [0x811c9dc5, 0x9747b28c]

export type Shopper = {
  sub: string
  /** True if the shopper chose “Remember me”. If false, the guest copy ends with the tab. */
  rememberMe: boolean
}

/**
 * At sign-in: queues the guest carts and the intent for the shopper's cart. An intent is the
 * product whose cart button sent the guest to the sign-in page. If the tab is closed halfway, a
 * second run has the same result, because every operation id counts once.
 */
export function moveGuestCartToShopper(storage: CartStorage, { sub }: Shopper) {
  const cart = mergeGuestCarts(storage.readUserCart(sub), storage.readGuestCarts(), hashUserId(sub))
  const intent = storage.readIntent()
  storage.writeUserCart(sub, intent ? enqueue(cart, { id: intent.id, kind: 'add', item: intent.item }) : cart)
  storage.removeIntent()
  storage.removeGuestCarts()
}

export type SignOut = {
  /** The items that this tab showed. Copied if another tab has removed the shopper's record. */
  shownItems: readonly CartItem[]
  /** The id of the operation that merges the copy at the next sign-in. */
  mergeId: string
  now: Date
}

/**
 * At sign-out: copies the shopper's cart to a guest cart. Returns false if this tab cannot know the
 * items: the store never sent the cart, and the shopper added nothing here.
 */
export function copyCartToGuest(
  storage: CartStorage,
  { sub, rememberMe }: Shopper,
  { shownItems, mergeId, now }: SignOut,
): boolean {
  // A guest cart exists at sign-out only if another tab has signed out first, and made the copy.
  if (storage.readGuestCart() !== null) return true

  const cart = storage.readUserCart(sub)
  const items = cart ? visibleItems(cart) : shownItems
  const isCartNeverReceived = cart !== null && !cart.isReceived
  if (isCartNeverReceived && items.length === 0) return false

  if (items.length > 0) {
    const expiresAt = now.getTime() + GUEST_COPY_LIFETIME_MS
    const copy = guestCopyOf(items, { userIdHash: hashUserId(sub), mergeId, expiresAt })
    storage.writeGuestCopy(copy, { rememberMe })
  }
  return true
}

/** A record with unsent operations stays. They are sent when the shopper signs in again. */
export function removeUserCartIfSent(storage: CartStorage, sub: string) {
  if (storage.readUserCart(sub)?.queue.length === 0) storage.removeUserCart(sub)
}

/**
 * Two 32-bit FNV-1a hashes of the user id, as 16 hex digits. A guest cart stores this text in place
 * of the user id of the shopper whose cart was copied.
 */
function hashUserId(sub: string): string {
  return FNV_OFFSETS.map((offset) => fnv1a(sub, offset).toString(16).padStart(8, '0')).join('')
}

function fnv1a(text: string, offset: number): number {
  let state = offset
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), FNV_PRIME)
  }
  return state >>> 0
}
