import type { CartItem } from '@nashta/contracts/cart/cart'
import { guestCopyOf } from './guest-cart.ts'
import { cartAtSignIn } from './join-guest.ts'
import type { KeptCarts } from './kept-carts.ts'
import { ownerHash } from './owner-hash.ts'
import { shownItems, withOperation } from './user-cart.ts'

const COPY_KEPT_MS = 30 * 24 * 60 * 60 * 1000

export type Shopper = {
  sub: string
  /** Whether the copy that a sign-out leaves behind outlives the tab. */
  remembered: boolean
}

/**
 * What the guest had joins the shopper's cart, and so does what was to be added after the sign-in. Cut short
 * anywhere and done again, it is the same: everything that joins has the id it was given as a guest's.
 */
export function takeOver(kept: KeptCarts, { sub }: Shopper) {
  const cart = cartAtSignIn(kept.readUser(sub), kept.readGuests(), ownerHash(sub))
  const intent = kept.readIntent()
  kept.writeUser(sub, intent ? withOperation(cart, { id: intent.id, kind: 'add', item: intent.item }) : cart)
  kept.clearIntent()
  kept.clearGuests()
}

export type Leaving = {
  /** What this tab showed: another one may have put the record away already. */
  shown: readonly CartItem[]
  mergeId: string
  now: Date
}

/** The shopper's cart stays on the screen as a guest's. What waits to be sent waits for the shopper to come back. */
export function handBack(kept: KeptCarts, { sub, remembered }: Shopper, { shown, mergeId, now }: Leaving) {
  const cart = kept.readUser(sub)
  const items = cart ? shownItems(cart) : shown
  // Where there is a guest's cart already, another tab was quicker.
  if (items.length > 0 && !kept.readGuest()) {
    const expiresAt = now.getTime() + COPY_KEPT_MS
    kept.writeCopy(guestCopyOf(items, { owner: ownerHash(sub), mergeId, expiresAt }), { remembered })
  }
  forgetUnlessWaiting(kept, sub)
}

export function forgetUnlessWaiting(kept: KeptCarts, sub: string) {
  if (kept.readUser(sub)?.queue.length === 0) kept.clearUser(sub)
}
