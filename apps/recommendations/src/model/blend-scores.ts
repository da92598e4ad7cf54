import type { Blend } from './model.ts'
import type { Preferences } from './preferences.ts'

/** For each preferred product, how likely the shopper is to buy it again, scaled to at most 1. */
export function repeatScores(
  preferences: Preferences,
  repurchaseRates: Float32Array,
  { repurchasePower }: Pick<Blend, 'repurchasePower'>,
) {
  const scores = preferences.frequencies.map(
    (frequency, place) => frequency * (repurchaseRates[preferences.items[place]!] ?? 1) ** repurchasePower,
  )
  const scale = scaleToOne(scores)
  return scores.map((score) => scale * score)
}

/** The weight of popularity for a shopper with this many known products: 1 for a guest, falling with each product. */
export function popularityShareOf(
  { popularityWeight }: Pick<Blend, 'popularityWeight'>,
  known: number,
): number {
  return known === 0 ? 1 : popularityWeight / (known + popularityWeight)
}

/** One product's score from its three parts, each at most 1. */
export function blendScores(
  personalShare: number,
  popularityShare: number,
  parts: { repeat: number; collaborative: number; popular: number },
) {
  const personal = personalShare * parts.repeat + (1 - personalShare) * parts.collaborative
  return (1 - popularityShare) * personal + popularityShare * parts.popular
}

/** The factor that makes the largest value 1; 0 when no value is above zero. */
export function scaleToOne(values: Float64Array | Float32Array): number {
  let largest = 0
  for (let index = 0; index < values.length; index++) largest = Math.max(largest, values[index]!)
  return largest > 0 ? 1 / largest : 0
}
