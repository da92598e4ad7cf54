/** Normalised discounted cumulative gain: 1 if all wanted items come first, less the further down they are. */
export function ndcg<T>(ranking: readonly T[], wanted: ReadonlySet<T>, length: number): number {
  let [gain, best] = [0, 0]
  for (let place = 0; place < length; place++) {
    const worth = 1 / Math.log2(place + 2)
    const item = ranking[place]
    if (item !== undefined && wanted.has(item)) gain += worth
    if (place < wanted.size) best += worth
  }
  return best > 0 ? gain / best : 0
}
