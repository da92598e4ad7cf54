/** The places of the `count` highest scores, best first; of equals the first. Places at −∞ are left out. */
export function highest(scores: Float64Array, count: number): number[] {
  const places: number[] = []
  let least = Number.NEGATIVE_INFINITY
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place]!
    if (score <= least) continue
    if (places.length >= count) places.pop()
    let at = places.length
    while (at > 0 && scores[places[at - 1]!]! < score) at -= 1
    places.splice(at, 0, place)
    if (places.length >= count) least = scores[places[count - 1]!]!
  }
  return places
}
