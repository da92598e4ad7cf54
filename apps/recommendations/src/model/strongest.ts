/** The places of the `count` values farthest from zero, first places first. */
export function strongest(values: Float64Array, count: number): Uint32Array {
  const least = leastOfStrongest(values, count)
  const places = new Uint32Array(Math.min(count, values.length))
  let size = 0
  for (let place = 0; place < values.length && size < places.length; place++) {
    const strength = Math.abs(values[place]!)
    if (strength > 0 && strength >= least) places[size++] = place
  }
  return places.subarray(0, size)
}

function leastOfStrongest(values: Float64Array, count: number) {
  if (count >= values.length) return 0
  return values.map(Math.abs).toSorted()[values.length - count]!
}
