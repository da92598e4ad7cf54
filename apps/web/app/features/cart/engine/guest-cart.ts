import type { CartItem } from '@nashta/contracts/cart/cart'
import type { CartDelta } from '@nashta/contracts/cart/cart-merge'
import { addItem, type CartLine } from '@nashta/contracts/cart/cart-rules'
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import type { GuestCart } from '../../../data/storage/storage-records.ts'

/**
 * One product of a guest cart. `added` counts the units that the guest added. `base` counts the
 * units that the sign-out copied from the shopper's cart, without those that the guest removed.
 */
type GuestLine = GuestCart['items'][number]
export type GuestCartChangeResult = { ok: true; guest: GuestCart } | { ok: false; message: string }

export function emptyGuestCart(mergeId: string): GuestCart {
  return { items: [], snapshot: {}, owner: null, mergeId }
}

/** The copy of a shopper's cart that a guest sees after the sign-out. */
export function guestCopyOf(
  items: readonly CartItem[],
  { userIdHash, mergeId, expiresAt }: { userIdHash: string; mergeId: string; expiresAt: number },
): GuestCart {
  return {
    items: items.map((item) => guestLineOf(item, { base: item.quantity, added: 0 })),
    snapshot: Object.fromEntries(items.map(({ productId, quantity }) => [productId, quantity])),
    owner: userIdHash,
    mergeId,
    expiresAt,
  }
}

export function guestItems(guest: GuestCart): CartItem[] {
  return guest.items.map(cartItemOfLine)
}

export function addToGuestCart(guest: GuestCart, item: CartItem): GuestCartChangeResult {
  const message = refusalMessage(guest, item)
  if (message !== null) return { ok: false, message }

  const { base, added } = findLine(guest, item.productId) ?? { base: 0, added: 0 }
  const line = guestLineOf(item, { base, added: added + item.quantity })
  return { ok: true, guest: putLine(guest, line) }
}

/** Null when the item can be added. */
function refusalMessage(guest: GuestCart, item: CartItem): string | null {
  const change = addItem(guestItems(guest), item)
  return change.ok ? null : change.message
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
 * How many order ids a guest cart stores. If the browser receives the response to an order twice,
 * the stored id prevents a second subtraction. The second response comes long before the guest
 * places ten more orders.
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
  const taken = { purchaseId, items: itemsTakenOut(guest, rest), isBack: false }
  return {
    ...rest,
    ordered: [...orderIds, purchaseId].slice(-ORDER_IDS_MAX),
    taken: [...(guest.taken ?? []), taken].slice(-ORDER_IDS_MAX),
  }
}

function itemsTakenOut(before: GuestCart, after: GuestCart): CartItem[] {
  return guestItems(before).flatMap((item) => {
    const left = findLine(after, item.productId) ?? { base: 0, added: 0 }
    const quantity = item.quantity - left.base - left.added
    return quantity > 0 ? [{ ...item, quantity }] : []
  })
}

/**
 * Puts the items of an order that ended unpaid back into the cart, as far as the limits of a cart
 * allow. If the payment is found later, the order goes ahead and takes the items out again. Safe to
 * repeat.
 */
export function settleOrderedItems(
  guest: GuestCart,
  { purchaseId, hasEndedUnpaid }: { purchaseId: string; hasEndedUnpaid: boolean },
): GuestCart {
  const entry = guest.taken?.find((each) => each.purchaseId === purchaseId)
  if (!entry || entry.isBack === hasEndedUnpaid) return guest
  const { items, cart } = hasEndedUnpaid
    ? addAsFarAsPossible(guest, entry.items)
    : { items: entry.items, cart: entry.items.reduce(decreaseInGuestCart, guest) }
  const changed = { ...entry, items, isBack: hasEndedUnpaid }
  return { ...cart, taken: guest.taken?.map((each) => (each === entry ? changed : each)) }
}

/** `items` has the quantities that were added. */
function addAsFarAsPossible(guest: GuestCart, wanted: readonly CartItem[]) {
  let cart = guest
  const items: CartItem[] = []
  for (const item of wanted) {
    const { base, added } = findLine(cart, item.productId) ?? { base: 0, added: 0 }
    const quantity = Math.min(item.quantity, LINE_QUANTITY_MAX - base - added)
    if (quantity <= 0) continue
    const change = addToGuestCart(cart, { ...item, quantity })
    if (!change.ok) continue
    cart = change.guest
    items.push({ ...item, quantity })
  }
  return { items, cart }
}

export function removeFromGuestCart(guest: GuestCart, productId: string): GuestCart {
  return { ...guest, items: guest.items.filter((line) => line.productId !== productId) }
}

/**
 * The changes that a sign-in merges into the shopper's cart. The guest's removals are merged only
 * into the cart that was copied: the cart of another shopper never had the copied units. A product
 * that the guest removed and added again has both changes.
 */
export function guestDelta(guest: GuestCart, userIdHash: string): CartDelta {
  const isCopyOfShoppersCart = guest.owner === userIdHash
  const changes = [...(isCopyOfShoppersCart ? removals(guest) : []), ...additions(guest)]
  return changes.filter(({ quantity }) => quantity !== 0)
}

/** The units that the guest added, by product. */
function additions(guest: GuestCart): CartLine[] {
  return guest.items.map(({ productId, added }) => ({ productId, quantity: added }))
}

/**
 * The units that the guest removed from the copy, as negative quantities. When 1 of 3 copied donuts
 * is left, the quantity is -2.
 */
function removals(guest: GuestCart): CartLine[] {
  return Object.entries(guest.snapshot).map(([productId, copied]) => {
    const left = findLine(guest, productId)?.base ?? 0
    return { productId, quantity: left - copied }
  })
}

/** After the copy has expired, only the quantities that the guest added are left. */
export function withoutExpiredCopiedUnits(guest: GuestCart, now: Date): GuestCart {
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
