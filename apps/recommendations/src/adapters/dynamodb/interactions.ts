import type { Item } from '@nashta/dynamodb/read-items'
import { byCodeUnits } from '../../model/histories.ts'
import type { Interaction } from '../../model/training-data.ts'
import type { StoredEvent } from './event-items.ts'

/**
 * A shopper's interactions, not sorted by time. Views before `prunedBefore` are left out. A line of
 * a cart event is an interaction only if it raises the product's quantity in the cart. The quantity
 * of the interaction is the increase.
 */
export function toInteractions(userId: string, items: readonly Item[], prunedBefore: number): Interaction[] {
  const cartQuantities = new Map<string, number>()
  // Sort keys contain the cart version, so the changes of the cart come oldest first.
  const bySortKey = items.toSorted((a, b) => byCodeUnits(String(a['sk']), String(b['sk'])))
  return bySortKey.flatMap((item) => {
    const { eventId, kind, lines, at } = asStoredEvent(item)
    if (kind === 'view' && at < prunedBefore) return []
    return lines.flatMap(({ productId, quantity }): Interaction[] => {
      if (kind !== 'cart') return [{ userId, productId, kind, quantity, at, eventId }]
      const increase = quantity - (cartQuantities.get(productId) ?? 0)
      cartQuantities.set(productId, quantity)
      return increase > 0 ? [{ userId, productId, kind, quantity: increase, at, eventId }] : []
    })
  })
}

/**
 * The ids of the products in the cart. The events must be sorted by cart version, because the last
 * quantity of a product counts.
 */
export function cartOf(cartEvents: readonly Item[]): Set<string> {
  const productIds = new Set<string>()
  for (const { productId, quantity } of cartEvents.flatMap((item) => asStoredEvent(item).lines)) {
    if (quantity > 0) productIds.add(productId)
    else productIds.delete(productId)
  }
  return productIds
}

/** The cast is safe: only `toItem` makes these items. */
function asStoredEvent(item: Item) {
  return item as StoredEvent
}

/** Oldest first, in the same order as the SQLite adapter selects interactions. */
export function byTime(a: Interaction, b: Interaction) {
  return a.at - b.at || byCodeUnits(a.eventId, b.eventId) || byCodeUnits(a.productId, b.productId)
}
