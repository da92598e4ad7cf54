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
  /** The smallest magnitude that is taken. More values may have it than there are places left. */
  const lowest = count >= values.length ? 0 : magnitudes.toSorted()[values.length - count]!
  let placesForLowest = count - magnitudes.filter((magnitude) => magnitude > lowest).length
  const indexes: number[] = []
  for (const [index, magnitude] of magnitudes.entries()) {
    const isTakenLowest = magnitude === lowest && placesForLowest > 0
    if (isTakenLowest) placesForLowest -= 1
    const isTaken = magnitude > lowest || isTakenLowest
    if (isTaken && magnitude > 0) indexes.push(index)
  }
  return Uint32Array.from(indexes)
}
