/** The indexes of the `count` highest scores, best first; equal scores by index. Scores of −∞ are left out. */
export function topIndexes(scores: Float64Array, count: number): number[] {
  const top: number[] = []
  /** Only higher scores enter the list: −∞ until the list is full, then its last score. */
  let lowest = Number.NEGATIVE_INFINITY
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index]!
    if (score <= lowest) continue
    if (top.length >= count) top.pop()
    let rank = top.length
    while (rank > 0 && scores[top[rank - 1]!]! < score) rank -= 1
    top.splice(rank, 0, index)
    if (top.length >= count) lowest = scores[top[count - 1]!]!
  }
  return top
}

/** The indexes, ascending, of the `count` values farthest from 0; of equal values the first. Values of 0 are left out. */
export function indexesOfLargest(values: Float64Array, count: number): Uint32Array {
  const magnitudes = values.map(Math.abs)
  /** The smallest value that is taken. There may be more of this value than places for it. */
  const lowest = count >= values.length ? 0 : magnitudes.toSorted()[values.length - count]!
  let placesForLowest = count - magnitudes.filter((magnitude) => magnitude > lowest).length
  const indexes: number[] = []
  for (const [index, magnitude] of magnitudes.entries()) {
    const isLowest = magnitude === lowest && placesForLowest > 0
    if (isLowest) placesForLowest -= 1
    if (magnitude > 0 && (magnitude > lowest || isLowest)) indexes.push(index)
  }
  return Uint32Array.from(indexes)
}
