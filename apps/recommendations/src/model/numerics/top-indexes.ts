/**
 * The indexes of the `count` highest scores, best first. Equal scores are in the order of their
 * indexes. Scores of −∞ are left out.
 */
export function topIndexes(scores: Float64Array, count: number): number[] {
  const top: number[] = []
  /**
   * A score enters the list only if it is higher than this. This is −∞ until the list is full, and
   * then the lowest score in the list.
   */
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

/**
 * The indexes of the `count` values farthest from 0, in ascending order. Of equally far values, the
 * first ones are taken. Values of 0 are left out.
 */
export function indexesFarthestFromZero(values: Float64Array, count: number): Uint32Array {
  const magnitudes = values.map(Math.abs)
  /** All magnitudes above the threshold are taken, and the first of those equal to it. */
  const threshold = count >= values.length ? 0 : magnitudes.toSorted()[values.length - count]!
  const indexes = [...magnitudes.keys()]
  const above = indexes.filter((index) => magnitudes[index]! > threshold)
  const equal = threshold === 0 ? [] : indexes.filter((index) => magnitudes[index] === threshold)
  const firstEqual = equal.slice(0, count - above.length)
  return Uint32Array.from([...above, ...firstEqual]).toSorted()
}
