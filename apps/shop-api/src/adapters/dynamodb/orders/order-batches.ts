import type { IdRange } from '../../../orders/search/all-orders.ts'
import { LIST_SHARDS } from './order-lists.ts'

/** The two ids by which an order is stored. */
export type OrderLocation = { purchaseId: string; userId: string }

/** Orders, newest first, in batches of the wanted size. The last batch may be shorter. */
export type OrderBatches = AsyncIterable<OrderLocation[]>

/** Returns the newest orders of one shard, at most `limit`. May return the order `range.end`. */
export type QueryShard = (shard: number, range: IdRange, limit: number) => Promise<OrderLocation[]>

/** The orders of all shards. */
export async function* batchesOfShards(query: QueryShard, range: IdRange, size: number): OrderBatches {
  let rest = range
  for (;;) {
    const found = await newestOf(query, rest, size)
    const last = found.at(-1)
    if (!last) return
    yield found
    if (found.length < size) return
    rest = { ...range, end: last.purchaseId }
  }
}

/** The newest orders of all shards, at most `limit`. */
async function newestOf(query: QueryShard, range: IdRange, limit: number) {
  // A query may return the order `range.end`, which is left out here, so one more order is read.
  const found = await Promise.all(LIST_SHARDS.map((shard) => query(shard, range, limit + 1)))
  return found
    .flat()
    .filter(({ purchaseId }) => purchaseId < range.end)
    .toSorted(newestFirst)
    .slice(0, limit)
}

/** The orders of the range among `found`. */
export async function* batchesAmong(
  found: readonly OrderLocation[],
  { first, end }: IdRange,
  size: number,
): OrderBatches {
  const sorted = found
    .filter(({ purchaseId }) => purchaseId >= first && purchaseId < end)
    .toSorted(newestFirst)
  for (let start = 0; start < sorted.length; start += size) yield sorted.slice(start, start + size)
}

export function newestFirst(a: OrderLocation, b: OrderLocation) {
  return a.purchaseId < b.purchaseId ? 1 : -1
}
