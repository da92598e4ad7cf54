import type { CartItem } from '@nashta/contracts/cart/cart'
import type { CartDelta } from '@nashta/contracts/cart/cart-merge'
import { addItem, type CartLine } from '@nashta/contracts/cart/cart-rules'
import type { GuestCart } from '../../../data/storage-records.ts'

type GuestLine = GuestCart['items'][number]
export type GuestCartChange = { ok: true; guest: GuestCart } | { ok: false; message: string }

export function emptyGuestCart(mergeId: string): GuestCart {
  return { items: [], snapshot: {}, owner: null, mergeId }
}

/** The copy of a shopper's cart that stays visible after a sign-out. */
export function guestCopyOf(
  items: readonly CartItem[],
  { owner, mergeId, expiresAt }: Required<Pick<GuestCart, 'mergeId' | 'expiresAt'>> & { owner: string },
): GuestCart {
  return {
    items: items.map(({ quantity, ...details }) => guestLine(details, { base: quantity, added: 0 })),
    snapshot: Object.fromEntries(items.map(({ productId, quantity }) => [productId, quantity])),
    owner,
    mergeId,
    expiresAt,
  }
}

export function guestItems(guest: GuestCart): CartItem[] {
  return guest.items.map(({ base, added, ...details }) => Object.assign(details, { quantity: base + added }))
}

export function addToGuest(guest: GuestCart, item: CartItem): GuestCartChange {
  const change = addItem(guestItems(guest), item)
  if (!change.ok) return change

  const { quantity, ...details } = item
  const present = lineOf(guest, item.productId)
  const line = guestLine(details, {
    base: present?.base ?? 0,
    added: (present?.added ?? 0) + quantity,
  })
  const items = present
    ? guest.items.map((other) => (other === present ? line : other))
    : [...guest.items, line]
  return { ok: true, guest: { ...guest, items } }
}

/** Takes first from the quantity added by the guest, then from the copied quantity. */
export function takeFromGuest(guest: GuestCart, { productId, quantity }: CartLine): GuestCart {
  const present = lineOf(guest, productId)
  if (!present) return guest

  const added = Math.max(present.added - quantity, 0)
  const base = Math.max(present.base - Math.max(quantity - present.added, 0), 0)
  if (base + added === 0) return removeFromGuest(guest, productId)
  const line = { ...present, base, added }
  return { ...guest, items: guest.items.map((other) => (other === present ? line : other)) }
}

export function removeFromGuest(guest: GuestCart, productId: string): GuestCart {
  return { ...guest, items: guest.items.filter((line) => line.productId !== productId) }
}

/**
 * The changes that a sign-in merges. The owner of the copy gets every change since the sign-out, removals included;
 * another shopper gets only the additions, because the copied lines were never theirs.
 */
export function guestDelta(guest: GuestCart, signedIn: string): CartDelta {
  const added = guest.items.flatMap(({ productId, added }) => stepOf(productId, added))
  if (guest.owner !== signedIn) return added

  const taken = Object.entries(guest.snapshot).flatMap(([productId, copied]) =>
    stepOf(productId, (lineOf(guest, productId)?.base ?? 0) - copied),
  )
  return [...taken, ...added]
}

/** The copied quantities expire; quantities that the guest added stay. */
export function withoutOldCopy(guest: GuestCart, now: Date): GuestCart {
  if (guest.expiresAt === undefined || now.getTime() < guest.expiresAt) return guest

  const items = guest.items
    .filter(({ added }) => added > 0)
    .map(({ base: _copied, added, ...details }) => guestLine(details, { base: 0, added }))
  return { ...emptyGuestCart(guest.mergeId), items }
}

function lineOf(guest: GuestCart, productId: string): GuestLine | undefined {
  return guest.items.find((line) => line.productId === productId)
}

function stepOf(productId: string, quantity: number): CartLine[] {
  return quantity === 0 ? [] : [{ productId, quantity }]
}

function guestLine(
  details: Omit<CartItem, 'quantity'>,
  counts: Pick<GuestLine, 'base' | 'added'>,
): GuestLine {
  return { ...details, ...counts }
}
