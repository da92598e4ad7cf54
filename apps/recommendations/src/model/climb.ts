/**
 * The best rung of a ladder whose worth has one top: from the start upwards or downwards, first in strides of
 * two, until it falls on both sides. No rung is tried twice.
 */
export function climb(ladder: readonly number[], start: number, worth: (rung: number) => number): number {
  const known = new Map<number, number>()
  const at = (index: number) => {
    const rung = ladder[index]
    if (rung === undefined) return Number.NEGATIVE_INFINITY
    const value = known.get(index) ?? worth(rung)
    known.set(index, value)
    return value
  }
  let index = start
  for (const stride of [2, 1]) {
    while (at(index + stride) > at(index)) index += stride
    while (at(index - stride) > at(index)) index -= stride
  }
  return ladder[index]!
}
