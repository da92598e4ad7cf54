import type { Histories } from './histories.ts'

/** One shopper in the model's terms: every product once. */
export type Taste = {
  items: Uint32Array
  /** How sure it is that the shopper wants it, up to 1. */
  strengths: Float64Array
  /** How often, where a purchase counts the less the more baskets came after it. */
  frequencies: Float64Array
  isBought: Uint8Array
}

export function tasteOf(histories: Histories, shopper: number, decay: number): Taste {
  const start = histories.starts[shopper]!
  const end = histories.starts[shopper + 1]!
  const places = new Map<number, number>()
  for (let row = start; row < end; row++) {
    const item = histories.items[row]!
    if (!places.has(item)) places.set(item, places.size)
  }
  const taste = {
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
    taste.strengths[place] = Math.max(taste.strengths[place]!, Math.min(1, strength))
    taste.frequencies[place] = taste.frequencies[place]! + strength * decay ** age
    taste.isBought[place] = taste.isBought[place]! | histories.isPurchase[row]!
  }
  return taste
}

function newestBasket({ baskets }: Histories, start: number, end: number) {
  let newest = 0
  for (let row = start; row < end; row++) newest = Math.max(newest, baskets[row]!)
  return newest
}
