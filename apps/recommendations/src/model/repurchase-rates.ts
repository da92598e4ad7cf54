import { countShoppers, type Histories } from './histories.ts'

export type RepurchaseRates = {
  /** The share of bought products that the same shopper had bought before. */
  repeatShare: number
  /**
   * The repurchase rate of each product, divided by the average. The rate is the share of shoppers
   * who bought the product again, among those who placed a later order.
   */
  byItem: Float32Array
}

/**
 * These numbers are added to those of the data. So without data, every twentieth purchase is
 * assumed to repeat an earlier one.
 */
const PRIOR = { repeats: 1, purchases: 20 }

/**
 * Each product's rate is computed as if this many more shoppers had placed a later order, and had
 * bought the product again at the average rate. So with few shoppers the rate is near the average.
 */
const PRIOR_CHANCES = 20

export function repurchaseRatesOf(histories: Histories, itemCount: number): RepurchaseRates {
  const { starts, items, isPurchase, baskets } = histories
  /** For each product, the number of shoppers who placed another order after they had bought it. */
  const chances = new Float64Array(itemCount)
  /** For each product, the number of shoppers who bought it again. */
  const repurchases = new Float64Array(itemCount)
  let { repeats, purchases } = PRIOR
  for (let shopper = 0; shopper < countShoppers(histories); shopper++) {
    const firstBaskets = new Map<number, number>()
    const boughtAgain = new Set<number>()
    let newestBasket = 0
    for (let row = starts[shopper]!; row < starts[shopper + 1]!; row++) {
      if (!isPurchase[row]) continue
      const item = items[row]!
      newestBasket = Math.max(newestBasket, baskets[row]!)
      purchases += 1
      if (firstBaskets.has(item)) {
        repeats += 1
        boughtAgain.add(item)
      } else firstBaskets.set(item, baskets[row]!)
    }
    for (const [item, basket] of firstBaskets) {
      if (basket < newestBasket) chances[item] = chances[item]! + 1
    }
    for (const item of boughtAgain) repurchases[item] = repurchases[item]! + 1
  }
  return { repeatShare: repeats / purchases, byItem: relativeToAverage(repurchases, chances) }
}

function relativeToAverage(repurchases: Float64Array, chances: Float64Array): Float32Array {
  const average = sum(repurchases) / Math.max(1, sum(chances))
  if (average === 0) return new Float32Array(chances.length).fill(1)
  return Float32Array.from(chances, (chance, item) => {
    const rate = (repurchases[item]! + PRIOR_CHANCES * average) / (chance + PRIOR_CHANCES)
    return rate / average
  })
}

function sum(values: Float64Array) {
  return values.reduce((total, value) => total + value, 0)
}
