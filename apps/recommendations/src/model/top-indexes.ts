/** The indexes of the `count` highest scores, best first; of equal scores the lower index. Scores of −∞ are left out. */
export function topIndexes(scores: Float64Array, count: number): number[] {
  const top: number[] = []
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

/** The indexes of the `count` values farthest from 0, in ascending order. Values of 0 are left out. */
export function largestIndexes(values: Float64Array, count: number): Uint32Array {
  const lowest = count >= values.length ? 0 : values.map(Math.abs).toSorted()[values.length - count]!
  const indexes = new Uint32Array(Math.min(count, values.length))
  let size = 0
  for (let index = 0; index < values.length && size < indexes.length; index++) {
    const magnitude = Math.abs(values[index]!)
    if (magnitude > 0 && magnitude >= lowest) indexes[size++] = index
  }
  return indexes.subarray(0, size)
}
