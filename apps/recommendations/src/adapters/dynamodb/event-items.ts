import { hash } from 'node:crypto'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Item } from '@nashta/dynamodb/read-items'
import type { Interaction } from '../../model/training-data.ts'
import { toEpochSeconds } from './tables.ts'

/** The length of the largest safe integer. Cart versions are zero-padded to it, so that they sort as text. */
const VERSION_DIGITS = 16

/** The start of a shopper's partition key: `user#<user id>`. */
export const SHOPPER_PREFIX = 'user#'
/** The start of the sort key of a view or purchase: `i#<time>#<hash of the event id>#<product id>`. */
export const VIEW_OR_PURCHASE_PREFIX = 'i#'
/** The start of the sort key of a cart line: `c#<product id>#<cart version>`. */
export const CART_LINE_PREFIX = 'c#'

export type EventItem = Item & { pk: string; sk: string }

/** The items of an event, one per product. They depend on no other event, so events may be stored in any order. */
export function toItems(event: ShopEvent, viewRetentionMs: number): EventItem[] {
  const at = Date.parse(event.at)
  // `forget` reports that an account was deleted: there is nothing to store.
  if (event.kind === 'forget') return []
  if (event.kind === 'view') {
    const item = viewOrPurchaseItem(event, { kind: 'view', productId: event.productId, quantity: 1, at })
    return [{ ...item, expiresAt: toEpochSeconds(at + viewRetentionMs) }]
  }
  if (event.kind === 'purchase') {
    return event.lines.map((line) => viewOrPurchaseItem(event, { kind: 'purchase', ...line, at }))
  }
  const version = String(event.version).padStart(VERSION_DIGITS, '0')
  return event.lines.map(({ productId, quantity }) => ({
    pk: shopperKey(event.userId),
    sk: `${CART_LINE_PREFIX}${productId}#${version}`,
    kind: 'cart',
    productId,
    quantity,
    at,
    eventId: event.id,
  }))
}

/** The sort key has a hash of the event id: event id and product id together can be longer than a sort key may be. */
function viewOrPurchaseItem(
  { userId, id }: ShopEvent,
  interaction: Pick<Interaction, 'kind' | 'productId' | 'quantity' | 'at'>,
): EventItem {
  const time = new Date(interaction.at).toISOString()
  return {
    pk: shopperKey(userId),
    sk: `${VIEW_OR_PURCHASE_PREFIX}${time}#${hash('sha256', id, 'base64url')}#${interaction.productId}`,
    eventId: id,
    ...interaction,
  }
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
