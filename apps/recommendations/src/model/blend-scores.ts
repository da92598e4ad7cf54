import type { Blend } from './model.ts'
import type { Preferences } from './preferences.ts'

/** For each product in the shopper's history, how likely the shopper is to buy it again; the largest score is 1. */
export function repeatScores(
  { items, frequencies }: Preferences,
  repurchaseRates: Float32Array,
  { repurchaseExponent }: Pick<Blend, 'repurchaseExponent'>,
) {
  const scores = frequencies.map((frequency, index) => {
    // Rates are relative to the average product, whose rate is 1. A product newer than the model counts as average.
    const rate = repurchaseRates[items[index]!] ?? 1
    return frequency * rate ** repurchaseExponent
  })
  const factor = normalisingFactor(scores)
  return scores.map((score) => factor * score)
}

/** The share of popularity in a shopper's scores: 1 without a history, less with every product in it. */
export function popularityShareOf(
  { popularityWeight }: Pick<Blend, 'popularityWeight'>,
  productsInHistory: number,
): number {
  // With weight 0, the formula would divide 0 by 0.
  if (productsInHistory === 0) return 1
  return popularityWeight / (productsInHistory + popularityWeight)
}

/**
 * The weighted mean of the popularity and the personal score. The personal score is the weighted
 * mean of the repeat score and the collaborative score.
 */
export function blendScores(
  repeatWeight: number,
  popularityShare: number,
  parts: { repeat: number; collaborative: number; popular: number },
) {
  const personal = repeatWeight * parts.repeat + (1 - repeatWeight) * parts.collaborative
  return (1 - popularityShare) * personal + popularityShare * parts.popular
}

/** By how much `blendScores` multiplies the repeat score and the collaborative score. */
export function personalShares(repeatWeight: number, popularityShare: number) {
  return {
    repeat: (1 - popularityShare) * repeatWeight,
    collaborative: (1 - popularityShare) * (1 - repeatWeight),
  }
}

/** The factor by which the largest value becomes 1; 0 if no value is above 0. */
export function normalisingFactor(values: Float64Array | Float32Array): number {
  let largest = 0
  for (let index = 0; index < values.length; index++) largest = Math.max(largest, values[index]!)
  return largest > 0 ? 1 / largest : 0
}
