import type { CartItem } from '@nashta/contracts/cart/cart'
import type { CartDelta } from '@nashta/contracts/cart/cart-merge'
import { addItem, type CartLine } from '@nashta/contracts/cart/cart-rules'
import type { GuestCart } from '../../../data/storage-records.ts'

/** The quantity `base` was copied from a shopper's cart at sign-out. The guest added `added`. */
type GuestLine = GuestCart['items'][number]
export type GuestCartChangeResult = { ok: true; guest: GuestCart } | { ok: false; message: string }

export function emptyGuestCart(mergeId: string): GuestCart {
  return { items: [], snapshot: {}, owner: null, mergeId }
}

/** The copy of a shopper's cart that stays visible after a sign-out. */
export function guestCopyOf(
  items: readonly CartItem[],
  { ownerHash, mergeId, expiresAt }: { ownerHash: string; mergeId: string; expiresAt: number },
): GuestCart {
  return {
    items: items.map((item) => guestLineOf(item, { base: item.quantity, added: 0 })),
    snapshot: Object.fromEntries(items.map(({ productId, quantity }) => [productId, quantity])),
    owner: ownerHash,
    mergeId,
    expiresAt,
  }
}

export function guestItems(guest: GuestCart): CartItem[] {
  return guest.items.map(cartItemOfLine)
}

export function addToGuestCart(guest: GuestCart, item: CartItem): GuestCartChangeResult {
  // Only checks the limits of a cart. The lines that `addItem` returns lack `base` and `added`.
  const check = addItem(guestItems(guest), item)
  if (!check.ok) return check

  const { base, added } = findLine(guest, item.productId) ?? { base: 0, added: 0 }
  const line = guestLineOf(item, { base, added: added + item.quantity })
  return { ok: true, guest: putLine(guest, line) }
}

/** Subtracts first from the added quantity, then from the copied one. An empty line is removed. */
export function decreaseInGuestCart(guest: GuestCart, { productId, quantity }: CartLine): GuestCart {
  const present = findLine(guest, productId)
  if (!present) return guest

  const fromAdded = Math.min(quantity, present.added)
  const fromBase = Math.min(quantity - fromAdded, present.base)
  const line = { ...present, added: present.added - fromAdded, base: present.base - fromBase }
  return line.base + line.added === 0 ? removeFromGuestCart(guest, productId) : putLine(guest, line)
}

/** An order of a guest, by the fields that the cart needs. */
export type OrderedItems = {
  purchaseId: string
  items: readonly { productId?: string | undefined; quantity: number }[]
}

/**
 * The ids of the last orders are stored, so that the repeated response to an order does not remove
 * its items again. A repeated response arrives long before ten more orders are placed.
 */
const ORDER_IDS_MAX = 10

/** Subtracts the ordered quantities. Quantities that were added meanwhile stay. */
export function removeOrderedFromGuestCart(guest: GuestCart, { purchaseId, items }: OrderedItems): GuestCart {
  const { ordered: orderIds = [] } = guest
  if (orderIds.includes(purchaseId)) return guest
  const rest = items.reduce(
    // An item without a product id is in no line of the cart.
    (cart, { productId, quantity }) =>
      productId === undefined ? cart : decreaseInGuestCart(cart, { productId, quantity }),
    guest,
  )
  return { ...rest, ordered: [...orderIds, purchaseId].slice(-ORDER_IDS_MAX) }
}

export function removeFromGuestCart(guest: GuestCart, productId: string): GuestCart {
  return { ...guest, items: guest.items.filter((line) => line.productId !== productId) }
}

/**
 * The changes that a sign-in merges into the shopper's cart. `shopperHash` is a hash of the
 * shopper's user id, like `guest.owner`. If the guest cart was copied from this shopper's cart, all
 * changes since the sign-out are merged, removals included. Otherwise only the added quantities are
 * merged, because the copied ones are another shopper's.
 */
export function guestDelta(guest: GuestCart, shopperHash: string): CartDelta {
  const additions = guest.items.map(({ productId, added }) => ({ productId, quantity: added }))
  // `snapshot` has the quantities at sign-out. `base` is what is left of them, so the differences
  // are negative or zero. A product may have both a reduction and an addition.
  const reductions = Object.entries(guest.snapshot).map(([productId, copied]) => ({
    productId,
    quantity: (findLine(guest, productId)?.base ?? 0) - copied,
  }))
  const changes = guest.owner === shopperHash ? [...reductions, ...additions] : additions
  return changes.filter(({ quantity }) => quantity !== 0)
}

/** After the copy has expired, only the quantities that the guest added are left. */
export function withoutExpiredCopy(guest: GuestCart, now: Date): GuestCart {
  if (guest.expiresAt === undefined || now.getTime() < guest.expiresAt) return guest

  const { expiresAt: _expired, ...rest } = guest
  const items = guest.items.filter(({ added }) => added > 0).map(withoutCopiedQuantity)
  return { ...rest, items, snapshot: {}, owner: null }
}

function findLine(guest: GuestCart, productId: string): GuestLine | undefined {
  return guest.items.find((line) => line.productId === productId)
}

/** Replaces the line of the same product, or else appends the line. */
function putLine(guest: GuestCart, line: GuestLine): GuestCart {
  const index = guest.items.findIndex(({ productId }) => productId === line.productId)
  return { ...guest, items: index === -1 ? [...guest.items, line] : guest.items.with(index, line) }
}

function withoutCopiedQuantity(line: GuestLine): GuestLine {
  return { ...line, base: 0 }
}

function cartItemOfLine({ base, added, ...details }: GuestLine): CartItem {
  return { ...details, quantity: base + added }
}

function guestLineOf({ quantity: _total, ...details }: CartItem, parts: Pick<GuestLine, 'base' | 'added'>) {
  return { ...details, ...parts }
}
