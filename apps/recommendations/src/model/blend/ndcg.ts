/**
 * Normalised discounted cumulative gain of the first `length` items: 1 if the wanted items come
 * first, less if they come later, 0 if none is there.
 */
export function ndcg<T>(ranking: readonly T[], wanted: ReadonlySet<T>, length: number): number {
  let [gain, bestGain] = [0, 0]
  for (let index = 0; index < length; index++) {
    const rank = index + 1
    const discounted = 1 / Math.log2(rank + 1)
    const item = ranking[index]
    if (item !== undefined && wanted.has(item)) gain += discounted
    if (index < wanted.size) bestGain += discounted
  }
  return bestGain > 0 ? gain / bestGain : 0
}
