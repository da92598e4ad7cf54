/** Pseudo-random numbers (mulberry32). The same seed gives the same numbers, so results can be reproduced. */
export function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A seed from a text (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash
}

/** `count` different random numbers below `size`. */
export function pickSome(size: number, count: number, random: () => number): Uint32Array {
  const all = Uint32Array.from({ length: size }, (_, index) => index)
  const picked = Math.min(size, count)
  for (let index = 0; index < picked; index++) {
    const other = index + Math.floor(random() * (size - index))
    const swapped = all[index]!
    all[index] = all[other]!
    all[other] = swapped
  }
  return all.slice(0, picked)
}
