import type { Item } from '@nashta/dynamodb/read-items'
import { byCodeUnits } from '../../model/histories.ts'
import type { Interaction } from '../../model/training-data.ts'

type StoredItem = Omit<Interaction, 'userId' | 'basketId'> & { eventId: string }

/**
 * A shopper's interactions, unsorted. Each item of a cart line holds a new quantity; only an increase is an
 * interaction, and its quantity is the difference.
 */
export function interactionsOf(userId: string, items: readonly Item[], prunedBefore: number): Interaction[] {
  const cartQuantities = new Map<string, number>()
  // By sort key the items of a cart line are in the order of their cart versions.
  const bySortKey = items.toSorted((a, b) => byCodeUnits(String(a['sk']), String(b['sk'])))
  return bySortKey.flatMap((item) => {
    // Only `toItems` writes these items. Products of one event form a basket.
    const { eventId: basketId, kind, productId, quantity, at } = item as StoredItem
    if (kind === 'view' && at < prunedBefore) return []
    if (kind !== 'cart') return { userId, productId, kind, quantity, at, basketId }
    const increase = quantity - (cartQuantities.get(productId) ?? 0)
    cartQuantities.set(productId, quantity)
    return increase > 0 ? { userId, productId, kind, quantity: increase, at, basketId } : []
  })
}

/** The ids of the products in the cart. Of several items about a product, the last one has the newest version. */
export function cartOf(cartLineVersions: readonly Item[]): Set<string> {
  const productIds = new Set<string>()
  for (const { productId, quantity } of cartLineVersions) {
    if (Number(quantity) > 0) productIds.add(String(productId))
    else productIds.delete(String(productId))
  }
  return productIds
}

export function byTime(a: Interaction, b: Interaction) {
  return a.at - b.at || byCodeUnits(a.basketId, b.basketId) || byCodeUnits(a.productId, b.productId)
}
