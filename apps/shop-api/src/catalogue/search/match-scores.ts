/**
 * A sparse array: a small score for some of many slots, and the list of slots that have one. Searches reuse it: clearing
 * it takes as many steps as there are matches, while a new array has one element for each slot.
 */
export function createMatchScores(size: number) {
  const scores = new Uint8Array(size)
  const matched = new Uint32Array(size)
  let count = 0

  return {
    size,
    /** By slot; 0 for a slot that does not match. */
    scores,
    /** The slots with a score. Valid until the next change. */
    get slots(): Uint32Array {
      return matched.subarray(0, count)
    },
    /** Gives each slot this score, unless it has a higher one. */
    raise(slots: readonly number[], score: number) {
      for (const slot of slots) {
        const before = scores[slot]!
        if (before === 0) matched[count++] = slot
        if (before < score) scores[slot] = score
      }
    },
    /** Replaces the score of each match; a new score of 0 removes it. */
    rescore(scoreOf: (slot: number) => number) {
      let remaining = 0
      for (let index = 0; index < count; index++) {
        const slot = matched[index]!
        const score = scoreOf(slot)
        scores[slot] = score
        if (score > 0) matched[remaining++] = slot
      }
      count = remaining
    },
    clear() {
      for (let index = 0; index < count; index++) scores[matched[index]!] = 0
      count = 0
    },
  }
}

export type MatchScores = ReturnType<typeof createMatchScores>
