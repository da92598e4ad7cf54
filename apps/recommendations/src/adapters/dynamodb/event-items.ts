import { hash } from 'node:crypto'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Item } from '@nashta/dynamodb/read-items'
import type { Interaction } from '../../model/training-data.ts'
import { secondOf } from './tables.ts'

/** As long as the largest whole number, so that versions sort as numbers do. */
const VERSION_DIGITS = 16

/** What a shopper looked at and bought, by time; and every word about a line of their cart, by version. */
export const DONE = 'i#'
export const IN_CART = 'c#'

export type EventItem = Item & { pk: string; sk: string }

/**
 * The same item for the same event, whoever writes it and however often. Nothing is worked out from what
 * was there before: so processes that are told in different orders write the same.
 */
export function itemsOf(event: ShopEvent, viewRetentionMs: number): EventItem[] {
  const at = Date.parse(event.at)
  if (event.kind === 'forget') return []
  if (event.kind === 'view') {
    const item = doneItem(event, { kind: 'view', productId: event.productId, quantity: 1, at })
    return [{ ...item, expiresAt: secondOf(at + viewRetentionMs) }]
  }
  if (event.kind === 'purchase') {
    return event.lines.map((line) => doneItem(event, { kind: 'purchase', ...line, at }))
  }
  const version = String(event.version).padStart(VERSION_DIGITS, '0')
  return event.lines.map(({ productId, quantity }) => ({
    pk: shopperKey(event.userId),
    sk: `${IN_CART}${productId}#${version}`,
    kind: 'cart',
    productId,
    quantity,
    at,
    eventId: event.id,
  }))
}

/** The hash: ids may be longer than a key. */
function doneItem(
  { userId, id }: ShopEvent,
  done: Pick<Interaction, 'kind' | 'productId' | 'quantity' | 'at'>,
): EventItem {
  const time = new Date(done.at).toISOString()
  return {
    pk: shopperKey(userId),
    sk: `${DONE}${time}#${hash('sha256', id, 'base64url')}#${done.productId}`,
    eventId: id,
    ...done,
  }
}

export const SHOPPER = 'user#'

export function shopperKey(userId: string) {
  return `${SHOPPER}${userId}`
}

/** Null for what is nobody's. */
export function shopperIn({ pk }: Item): string | null {
  const key = String(pk)
  return key.startsWith(SHOPPER) ? key.slice(SHOPPER.length) : null
}

/** Enough to know somebody by who comes again, and nothing else of them. */
export function deletedUserKey(userId: string) {
  return { pk: `forgotten#${hash('sha256', userId, 'base64url')}`, sk: 'forgotten' }
}
