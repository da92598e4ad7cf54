import { hash } from 'node:crypto'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Item } from '@nashta/dynamodb/read-items'
import type { Interaction } from '../../model/training-data.ts'
import { toEpochSeconds } from './tables.ts'

/**
 * The number of digits of the largest safe integer. Cart versions are zero-padded to it, so that
 * they sort as text.
 */
const VERSION_DIGITS = 16

/** The start of a shopper's partition key: `user#<user id>`. */
export const SHOPPER_PREFIX = 'user#'
/** The start of the sort key of a view or purchase: `i#<time>#<hash of the event id>`. */
export const VIEW_OR_PURCHASE_PREFIX = 'i#'
/** The start of the sort key of a change of the cart: `c#<cart version>#<hash of its lines>`. */
export const CART_PREFIX = 'c#'

export type EventItem = Item & { pk: string; sk: string }

export type StoredEvent = Pick<Interaction, 'kind' | 'at' | 'eventId'> & {
  /** The products of the event, each with its quantity. */
  lines: readonly Pick<Interaction, 'productId' | 'quantity'>[]
}

/**
 * The item to store for an event. Null for `accountDeleted`, because `deleteUsers` stores a marker
 * instead. An item depends only on its event, so events may be stored in any order.
 */
export function toItem(event: ShopEvent, viewRetentionMs: number): EventItem | null {
  if (event.kind === 'accountDeleted') return null
  const { id: eventId, kind, userId } = event
  const at = Date.parse(event.at)
  const lines = kind === 'view' ? [{ productId: event.productId, quantity: 1 }] : withoutRepeats(event.lines)
  const stored: StoredEvent = { kind, eventId, at, lines }
  const pk = shopperKey(userId)
  if (kind === 'cart') return { pk, sk: cartSortKey(event.version, lines), ...stored }
  // The hash of an event id is short, however long the id is.
  const sk = `${VIEW_OR_PURCHASE_PREFIX}${new Date(at).toISOString()}#${hash('sha256', eventId, 'base64url')}`
  const expiry = kind === 'view' && { expiresAt: toEpochSeconds(at + viewRetentionMs) }
  return { pk, sk, ...stored, ...expiry }
}

/** Keeps the first line of each product. The SQLite adapter ignores repeated lines too. */
function withoutRepeats(lines: StoredEvent['lines']) {
  const firstByProduct = new Map<string, StoredEvent['lines'][number]>()
  for (const line of lines) {
    if (!firstByProduct.has(line.productId)) firstByProduct.set(line.productId, line)
  }
  return [...firstByProduct.values()]
}

/**
 * Two events may have the same cart version but different lines, and `add` skips an event whose key
 * is stored. So the key has a hash of the lines too. Example: version 4 of a cart is delivered, but
 * the response is lost. The outbox then sends version 4 again, merged with the late version 3.
 */
function cartSortKey(version: number, lines: StoredEvent['lines']) {
  const sortable = String(version).padStart(VERSION_DIGITS, '0')
  return `${CART_PREFIX}${sortable}#${hash('sha256', JSON.stringify(lines), 'base64url')}`
}

export function shopperKey(userId: string) {
  return `${SHOPPER_PREFIX}${userId}`
}

/** The user id in an item's `shopperKey`. */
export function userIdOf({ pk }: Item): string {
  return String(pk).slice(SHOPPER_PREFIX.length)
}

/** The key of the marker by which late events of a deleted user are recognised. It holds a hash, not the user id. */
export function deletedUserKey(userId: string) {
  return { pk: `deleted#${hash('sha256', userId, 'base64url')}`, sk: 'deleted' }
}
