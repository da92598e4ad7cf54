/** The indexes of the `count` highest scores, best first; of equal scores the first. Scores of −∞ are left out. */
export function topIndexes(scores: Float64Array, count: number): number[] {
  const top: number[] = []
  let lowest = Number.NEGATIVE_INFINITY
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index]!
    if (score <= lowest) continue
    if (top.length >= count) top.pop()
    let at = top.length
    while (at > 0 && scores[top[at - 1]!]! < score) at -= 1
    top.splice(at, 0, index)
    if (top.length >= count) lowest = scores[top[count - 1]!]!
  }
  return top
}

/** The indexes of the `count` values farthest from zero, in ascending order. */
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
