import type { OrderLine, TakenStock } from './purchase-store.ts'

/** What an order takes: nothing of products with unlimited stock, which are not in `limitedIds`. */
export function stockToTake(lines: readonly OrderLine[], limitedIds: ReadonlySet<string>): TakenStock[] {
  return lines.flatMap(({ productId, quantity }) =>
    limitedIds.has(productId) ? [{ productId, quantity }] : [],
  )
}

/** Of what an order took, only products that still have a limited stock get something back. */
export function stockToReturn<T extends TakenStock>(
  stock: readonly T[],
  limitedIds: ReadonlySet<string>,
): T[] {
  return stock.filter(({ productId }) => limitedIds.has(productId))
}
