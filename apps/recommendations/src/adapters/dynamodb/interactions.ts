import type { Item } from '@nashta/dynamodb/read-items'
import type { Interaction } from '../../model/training-data.ts'

type StoredItem = Omit<Interaction, 'userId' | 'basketId'> & { eventId: string }

/** A shopper's interactions, unsorted. Only a larger quantity in the cart is a sign of interest. */
export function interactionsOf(userId: string, items: readonly Item[], oldestView: number): Interaction[] {
  const inCart = new Map<string, number>()
  const byVersion = items.toSorted((a, b) => byCodeUnits(String(a['sk']), String(b['sk'])))
  return byVersion.flatMap((item) => {
    // Only `itemsOf` writes these items.
    const { eventId: basketId, kind, productId, quantity: stored, at } = item as StoredItem
    if (kind === 'view' && at < oldestView) return []
    if (kind !== 'cart') return { userId, productId, kind, quantity: stored, at, basketId }
    const quantity = stored - (inCart.get(productId) ?? 0)
    inCart.set(productId, stored)
    return quantity > 0 ? { userId, productId, kind, quantity, at, basketId } : []
  })
}

/** The products in the cart: of several items about a line, the last one counts. */
export function cartOf(lines: readonly Item[]): Set<string> {
  const quantities = new Map(lines.map(({ productId, quantity }) => [String(productId), Number(quantity)]))
  return new Set([...quantities.keys()].filter((productId) => (quantities.get(productId) ?? 0) > 0))
}

export function byTime(a: Interaction, b: Interaction) {
  return a.at - b.at || byCodeUnits(a.basketId, b.basketId) || byCodeUnits(a.productId, b.productId)
}

function byCodeUnits(a: string, b: string) {
  if (a === b) return 0
  return a < b ? -1 : 1
}
