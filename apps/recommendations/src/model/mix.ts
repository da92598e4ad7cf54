import type { Blend } from './model.ts'
import type { Taste } from './taste.ts'

/** How much the shopper is likely to take each product of the taste again, at most 1. */
export function ownShares(taste: Taste, habits: Float32Array, { habitPower }: Pick<Blend, 'habitPower'>) {
  const shares = taste.frequencies.map(
    (frequency, place) => frequency * (habits[taste.items[place]!] ?? 1) ** habitPower,
  )
  const scale = toOne(shares)
  return shares.map((share) => scale * share)
}

/** How much a shopper of whom so many products are known is still like everybody else. */
export function crowdShare({ popularityWeight }: Pick<Blend, 'popularityWeight'>, known: number): number {
  return known === 0 ? 1 : popularityWeight / (known + popularityWeight)
}

/** Each part is at most 1. */
export function mix(personalShare: number, crowd: number, own: number, carried: number, popular: number) {
  return (1 - crowd) * (personalShare * own + (1 - personalShare) * carried) + crowd * popular
}

/** One over the largest, so that the largest becomes 1; nothing if none is above zero. */
export function toOne(values: Float64Array | Float32Array): number {
  let largest = 0
  for (let index = 0; index < values.length; index++) largest = Math.max(largest, values[index]!)
  return largest > 0 ? 1 / largest : 0
}
