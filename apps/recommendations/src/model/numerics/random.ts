/**
 * Returns a function that gives pseudo-random numbers from 0 to 1, 1 excluded (mulberry32). The
 * same seed gives the same numbers, so results can be reproduced.
 */
export function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A seed for `createRandom`: the FNV-1a hash of a text. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash
}

/** Picks `count` different indexes below `size`, in random order. Picks all if there are fewer. */
export function pickSome(size: number, count: number, random: () => number): Uint32Array {
  const indexes = Uint32Array.from({ length: size }, (_, index) => index)
  const pickedCount = Math.min(size, count)
  // The first steps of a Fisher-Yates shuffle.
  for (let index = 0; index < pickedCount; index++) {
    const other = index + Math.floor(random() * (size - index))
    const swapped = indexes[index]!
    indexes[index] = indexes[other]!
    indexes[other] = swapped
  }
  return indexes.slice(0, pickedCount)
}
