import type { OrderLine, TakenStock } from './purchase-store.ts'

/** The stock that an order takes. Only the products in `countedIds` have a limited stock. */
export function takenStockOf(lines: readonly OrderLine[], countedIds: ReadonlySet<string>): TakenStock[] {
  return lines.flatMap(({ productId, quantity }) =>
    countedIds.has(productId) ? [{ productId, quantity }] : [],
  )
}

/** The taken stock that can be returned: that of products that still have a limited stock. */
export function stockToReturn<T extends TakenStock>(
  stock: readonly T[],
  countedIds: ReadonlySet<string>,
): T[] {
  return stock.filter(({ productId }) => countedIds.has(productId))
}
