/**
 * Pseudo-random numbers (mulberry32). A seed always gives the same numbers, so that a failing test
 * can be repeated.
 */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** A whole number from 0 to `end` - 1. */
  const below = (end: number) => Math.floor(next() * end)
  const one = <T>(choices: readonly T[]) => choices[below(choices.length)]!

  return {
    below,
    one,
    chance: (probability: number) => next() < probability,
    /** From `least` to `most` of the choices; a choice may repeat. */
    some: <T>(choices: readonly T[], least: number, most: number) =>
      Array.from({ length: least + below(most - least + 1) }, () => one(choices)),
  }
}

export type Random = ReturnType<typeof createRandom>
