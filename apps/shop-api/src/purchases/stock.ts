import type { OrderLine, TakenStock } from './purchase-store.ts'

/** What an order takes: only units of products in `countedIds`, whose stock is counted. */
export function stockToTake(lines: readonly OrderLine[], countedIds: ReadonlySet<string>): TakenStock[] {
  return lines.flatMap(({ productId, quantity }) =>
    countedIds.has(productId) ? [{ productId, quantity }] : [],
  )
}

/** The part of the taken stock that can be returned: only of products whose stock is still counted. */
export function stockToReturn<T extends TakenStock>(
  stock: readonly T[],
  countedIds: ReadonlySet<string>,
): T[] {
  return stock.filter(({ productId }) => countedIds.has(productId))
}
