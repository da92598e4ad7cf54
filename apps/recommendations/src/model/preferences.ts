import type { Histories } from './histories.ts'

/** A shopper's interest in the products of their history. Each array has one entry per product. */
export type Preferences = {
  items: Uint32Array
  /** The strength of the strongest interaction, at most 1. */
  strengths: Float64Array
  /** The sum of all strengths. Each is multiplied by `decay` for every later basket. */
  frequencies: Float64Array
  isBought: Uint8Array
}

/** `shopper` is the index of a shopper in `histories`. Only the frequencies depend on `decay`. */
export function preferencesOf(histories: Histories, shopper: number, decay = 1): Preferences {
  const start = histories.starts[shopper]!
  const end = histories.starts[shopper + 1]!
  const indexByItem = new Map<number, number>()
  for (let row = start; row < end; row++) {
    const item = histories.items[row]!
    if (!indexByItem.has(item)) indexByItem.set(item, indexByItem.size)
  }
  const preferences = {
    items: Uint32Array.from(indexByItem.keys()),
    strengths: new Float64Array(indexByItem.size),
    frequencies: new Float64Array(indexByItem.size),
    isBought: new Uint8Array(indexByItem.size),
  }
  const newest = newestBasket(histories, start, end)
  for (let row = start; row < end; row++) {
    const index = indexByItem.get(histories.items[row]!)!
    const strength = histories.strengths[row]!
    const laterBaskets = newest - histories.baskets[row]!
    preferences.strengths[index] = Math.max(preferences.strengths[index]!, Math.min(1, strength))
    preferences.frequencies[index] = preferences.frequencies[index]! + strength * decay ** laterBaskets
    if (histories.isPurchase[row]) preferences.isBought[index] = 1
  }
  return preferences
}

function newestBasket({ baskets }: Histories, start: number, end: number) {
  let newest = 0
  for (let row = start; row < end; row++) newest = Math.max(newest, baskets[row]!)
  return newest
}
