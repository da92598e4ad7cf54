import type { Histories } from './histories.ts'

/** One shopper's interest in each product of the history, every product once. */
export type Preferences = {
  items: Uint32Array
  /** The strongest sign of interest, at most 1. */
  strengths: Float64Array
  /** How often it was taken; each later basket multiplies a purchase by `decay`. */
  frequencies: Float64Array
  isBought: Uint8Array
}

export function preferencesOf(histories: Histories, shopper: number, decay: number): Preferences {
  const start = histories.starts[shopper]!
  const end = histories.starts[shopper + 1]!
  const places = new Map<number, number>()
  for (let row = start; row < end; row++) {
    const item = histories.items[row]!
    if (!places.has(item)) places.set(item, places.size)
  }
  const preferences = {
    items: Uint32Array.from(places.keys()),
    strengths: new Float64Array(places.size),
    frequencies: new Float64Array(places.size),
    isBought: new Uint8Array(places.size),
  }
  const newest = newestBasket(histories, start, end)
  for (let row = start; row < end; row++) {
    const place = places.get(histories.items[row]!)!
    const strength = histories.strengths[row]!
    const age = newest - histories.baskets[row]!
    preferences.strengths[place] = Math.max(preferences.strengths[place]!, Math.min(1, strength))
    preferences.frequencies[place] = preferences.frequencies[place]! + strength * decay ** age
    preferences.isBought[place] = preferences.isBought[place]! | histories.isPurchase[row]!
  }
  return preferences
}

function newestBasket({ baskets }: Histories, start: number, end: number) {
  let newest = 0
  for (let row = start; row < end; row++) newest = Math.max(newest, baskets[row]!)
  return newest
}
