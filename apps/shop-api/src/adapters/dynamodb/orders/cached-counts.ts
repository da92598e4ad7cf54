import type { AllOrders } from '../../../orders/search/all-orders.ts'

/** Counts are cached for this long. Every open desk polls the counts, which take 100 reads. */
const COUNTS_CACHED_MS = 5000

/** Caches the counts and totals of `allOrders` for `COUNTS_CACHED_MS`. */
export function withCachedCounts(allOrders: AllOrders, now: () => Date): AllOrders {
  return {
    ...allOrders,
    countByWork: cachedBriefly(
      () => allOrders.countByWork(),
      () => '',
      now,
    ),
    totalsOf: cachedBriefly(
      (days: readonly string[]) => allOrders.totalsOf(days),
      (days) => days.join(),
      now,
    ),
  }
}

/** Caches the last result. A failed read is not cached. */
function cachedBriefly<Args extends unknown[], T>(
  read: (...args: Args) => Promise<T>,
  keyOf: (...args: Args) => string,
  now: () => Date,
) {
  let last: { key: string; readAt: number; result: Promise<T> } | null = null
  return (...args: Args): Promise<T> => {
    const key = keyOf(...args)
    const at = now().getTime()
    // The absolute difference, because the clock may have been set back.
    if (last?.key === key && Math.abs(at - last.readAt) < COUNTS_CACHED_MS) return last.result
    const result = read(...args)
    const cached = { key, readAt: at, result }
    last = cached
    result.catch(() => {
      if (last === cached) last = null
    })
    return result
  }
}
