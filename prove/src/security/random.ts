export type Random = {
  /** From 0 (included) to 1 (excluded). */
  next: () => number
  /** A whole number from 0 (included) to `end` (excluded). */
  below: (end: number) => number
  oneOf: <Item>(items: readonly Item[]) => Item
  /** Returns true with this probability. */
  chance: (probability: number) => boolean
}

/** A seeded random generator (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    oneOf: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    chance: (probability) => next() < probability,
  }
}
