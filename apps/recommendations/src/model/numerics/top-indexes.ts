/**
 * The indexes of the `count` highest scores, best first. Equal scores are in the order of their
 * indexes. Scores of −∞ are left out.
 */
export function topIndexes(scores: Float64Array, count: number): number[] {
  const top: number[] = []
  let scoreToBeat = Number.NEGATIVE_INFINITY
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index]!
    if (score <= scoreToBeat) continue
    let rank = top.length
    while (rank > 0 && scores[top[rank - 1]!]! < score) rank -= 1
    top.splice(rank, 0, index)
    if (top.length > count) top.pop()
    const isFull = top.length === count
    if (isFull) scoreToBeat = scores[top.at(-1)!]!
  }
  return top
}

/**
 * The indexes of the `count` values farthest from 0, in ascending order. Of equally far values, the
 * first ones are taken. Values of 0 are left out. For example, the two values farthest from 0 in
 * [3, −4, 0, 3] have the indexes 0 and 1.
 */
export function indexesFarthestFromZero(values: Float64Array, count: number): Uint32Array {
  const nonZero = [...values.keys()].filter((index) => values[index] !== 0)
  if (nonZero.length <= count) return Uint32Array.from(nonZero)
  const distanceOf = (index: number) => Math.abs(values[index]!)
  const distances = Float64Array.from(nonZero, distanceOf).toSorted()
  const smallestTaken = distances[distances.length - count]!
  const farther = nonZero.filter((index) => distanceOf(index) > smallestTaken)
  const equallyFar = nonZero.filter((index) => distanceOf(index) === smallestTaken)
  const firstEquallyFar = equallyFar.slice(0, count - farther.length)
  return Uint32Array.from([...farther, ...firstEquallyFar]).toSorted()
}
