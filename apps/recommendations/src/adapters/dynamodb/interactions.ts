import type { Item } from '@nashta/dynamodb/read-items'
import { byCodeUnits } from '../../model/histories.ts'
import type { Interaction } from '../../model/training-data.ts'

type StoredItem = Omit<Interaction, 'userId'>

/** A shopper's interactions, unsorted. The items of a cart line hold its quantities: each increase is an interaction. */
export function interactionsOf(userId: string, items: readonly Item[], prunedBefore: number): Interaction[] {
  const cartQuantities = new Map<string, number>()
  // Sort keys contain the cart version, so the items of a cart line come oldest first.
  const bySortKey = items.toSorted((a, b) => byCodeUnits(String(a['sk']), String(b['sk'])))
  return bySortKey.flatMap((item) => {
    // The cast is safe: only `toItems` writes these items.
    const { eventId, kind, productId, quantity, at } = item as StoredItem
    if (kind === 'view' && at < prunedBefore) return []
    if (kind !== 'cart') return { userId, productId, kind, quantity, at, eventId }
    const increase = quantity - (cartQuantities.get(productId) ?? 0)
    cartQuantities.set(productId, quantity)
    return increase > 0 ? { userId, productId, kind, quantity: increase, at, eventId } : []
  })
}

/** The ids of the products in the cart. A product's items must be sorted by cart version: the last counts. */
export function cartOf(cartLineVersions: readonly Item[]): Set<string> {
  const productIds = new Set<string>()
  for (const { productId, quantity } of cartLineVersions) {
    if (Number(quantity) > 0) productIds.add(String(productId))
    else productIds.delete(String(productId))
  }
  return productIds
}

/** Oldest first, in the same order as the SQLite adapter selects interactions. */
export function byTime(a: Interaction, b: Interaction) {
  return a.at - b.at || byCodeUnits(a.eventId, b.eventId) || byCodeUnits(a.productId, b.productId)
}
