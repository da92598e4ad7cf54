import { hash } from 'node:crypto'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Item } from '@nashta/dynamodb/read-items'
import type { Interaction } from '../../model/training-data.ts'
import { secondOf } from './tables.ts'

/** Zero-padded to the length of the largest safe integer, so that versions sort as text. */
const VERSION_DIGITS = 16

/** Sort key prefixes: views and purchases by time, cart lines by cart version. */
export const ACTION = 'i#'
export const CART_LINE = 'c#'

export type EventItem = Item & { pk: string; sk: string }

/**
 * The same event always gives the same items, independent of stored data, so processes that receive events in
 * different orders write the same.
 */
export function itemsOf(event: ShopEvent, viewRetentionMs: number): EventItem[] {
  const at = Date.parse(event.at)
  if (event.kind === 'forget') return []
  if (event.kind === 'view') {
    const item = actionItem(event, { kind: 'view', productId: event.productId, quantity: 1, at })
    return [{ ...item, expiresAt: secondOf(at + viewRetentionMs) }]
  }
  if (event.kind === 'purchase') {
    return event.lines.map((line) => actionItem(event, { kind: 'purchase', ...line, at }))
  }
  const version = String(event.version).padStart(VERSION_DIGITS, '0')
  return event.lines.map(({ productId, quantity }) => ({
    pk: shopperKey(event.userId),
    sk: `${CART_LINE}${productId}#${version}`,
    kind: 'cart',
    productId,
    quantity,
    at,
    eventId: event.id,
  }))
}

/** The key holds a hash of the event id, since ids may be longer than a key. */
function actionItem(
  { userId, id }: ShopEvent,
  action: Pick<Interaction, 'kind' | 'productId' | 'quantity' | 'at'>,
): EventItem {
  const time = new Date(action.at).toISOString()
  return {
    pk: shopperKey(userId),
    sk: `${ACTION}${time}#${hash('sha256', id, 'base64url')}#${action.productId}`,
    eventId: id,
    ...action,
  }
}

export const SHOPPER = 'user#'

export function shopperKey(userId: string) {
  return `${SHOPPER}${userId}`
}

/** Null for an item that belongs to no shopper. */
export function shopperIn({ pk }: Item): string | null {
  const key = String(pk)
  return key.startsWith(SHOPPER) ? key.slice(SHOPPER.length) : null
}

/** Recognises late events of a deleted user without storing the id. */
export function deletedUserKey(userId: string) {
  return { pk: `deleted#${hash('sha256', userId, 'base64url')}`, sk: 'deleted' }
}
