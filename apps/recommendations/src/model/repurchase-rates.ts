import type { Histories } from './histories.ts'

/** At this many shoppers with a chance to buy again, a product's own rate and the average have equal weight. */
const TRUSTED_CHANCES = 20

export type RepurchaseRates = {
  /** The share of purchases that repeat an earlier one of the same shopper. */
  repeatShare: number
  /** How often returning shoppers buy a product again, relative to the average product. */
  byItem: Float32Array
}

/** Without data, snacks are assumed to be bought again. */
const PRIOR = { repeats: 1, purchases: 20 }

export function repurchaseRatesOf(histories: Histories, itemCount: number): RepurchaseRates {
  const { starts, items, isPurchase, baskets } = histories
  const chances = new Float64Array(itemCount)
  const returns = new Float64Array(itemCount)
  let { repeats, purchases } = PRIOR
  for (let shopper = 0; shopper + 1 < starts.length; shopper++) {
    const firstBasket = new Map<number, number>()
    const again = new Set<number>()
    let newest = 0
    for (let row = starts[shopper]!; row < starts[shopper + 1]!; row++) {
      if (!isPurchase[row]) continue
      const item = items[row]!
      newest = Math.max(newest, baskets[row]!)
      purchases += 1
      if (firstBasket.has(item)) {
        repeats += 1
        again.add(item)
      } else firstBasket.set(item, baskets[row]!)
    }
    for (const [item, basket] of firstBasket) {
      if (basket < newest) chances[item] = chances[item]! + 1
    }
    for (const item of again) returns[item] = returns[item]! + 1
  }
  return { repeatShare: repeats / purchases, byItem: relativeToAverage(returns, chances) }
}

function relativeToAverage(returns: Float64Array, chances: Float64Array): Float32Array {
  const average = sum(returns) / Math.max(1, sum(chances))
  if (average === 0) return new Float32Array(chances.length).fill(1)
  return Float32Array.from(chances, (chance, item) => {
    const share = (returns[item]! + TRUSTED_CHANCES * average) / (chance + TRUSTED_CHANCES)
    return share / average
  })
}

function sum(values: Float64Array) {
  return values.reduce((total, value) => total + value, 0)
}
