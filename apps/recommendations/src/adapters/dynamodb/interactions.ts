import type { Item } from '@nashta/dynamodb/read-items'
import type { Interaction } from '../../model/training-data.ts'

type StoredItem = Omit<Interaction, 'userId' | 'basketId'> & { eventId: string }

/** What a shopper did, in no order. Only more of a product in the cart is interest in it. */
export function interactionsOf(userId: string, items: readonly Item[], viewsFrom: number): Interaction[] {
  const inCart = new Map<string, number>()
  const byVersion = items.toSorted((a, b) => byCodeUnits(String(a['sk']), String(b['sk'])))
  return byVersion.flatMap((item) => {
    // Written by `itemsOf` and by nobody else.
    const { eventId: basketId, kind, productId, quantity: told, at } = item as StoredItem
    if (kind === 'view' && at < viewsFrom) return []
    if (kind !== 'cart') return { userId, productId, kind, quantity: told, at, basketId }
    const quantity = told - (inCart.get(productId) ?? 0)
    inCart.set(productId, told)
    return quantity > 0 ? { userId, productId, kind, quantity, at, basketId } : []
  })
}

/** The last word about each line counts. */
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
