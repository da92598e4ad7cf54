import type { OrderLine, TakenStock } from './purchase-store.ts'

/** What an order takes: nothing of products with unlimited stock, which are not in `limitedIds`. */
export function stockToTake(lines: readonly OrderLine[], limitedIds: ReadonlySet<string>): TakenStock[] {
  return lines.flatMap(({ productId, quantity }) =>
    limitedIds.has(productId) ? [{ productId, quantity }] : [],
  )
}

/**
 * What goes back when the order is cancelled: what it took, of products that still have a limited stock. A line that
 * took nothing returns nothing, also when its product has got a stock since.
 */
export function stockToReturn<T extends TakenStock>(
  taken: readonly T[],
  limitedIds: ReadonlySet<string>,
): T[] {
  return taken.filter(({ productId }) => limitedIds.has(productId))
}
