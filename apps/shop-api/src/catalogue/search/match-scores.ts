/** A small number for some slots, and which have one. Made once for many uses, as long as all slots are many. */
export function createSlotLevels(size: number) {
  const levels = new Uint8Array(size)
  const noted = new Uint32Array(size)
  let count = 0

  return {
    size,
    /** By slot; 0 for those without. */
    levels,
    /** Those that have one, until the next change. */
    get slots(): Uint32Array {
      return noted.subarray(0, count)
    },
    /** Gives each this level, unless it has a higher one. */
    raise(slots: readonly number[], level: number) {
      for (const slot of slots) {
        const before = levels[slot] as number
        if (before === 0) noted[count++] = slot
        if (before < level) levels[slot] = level
      }
    },
    /** Gives each that has a level another, or none with 0. */
    keep(levelOf: (slot: number) => number) {
      let kept = 0
      for (let index = 0; index < count; index++) {
        const slot = noted[index] as number
        const level = levelOf(slot)
        levels[slot] = level
        if (level > 0) noted[kept++] = slot
      }
      count = kept
    },
    clear() {
      for (let index = 0; index < count; index++) levels[noted[index] as number] = 0
      count = 0
    },
  }
}

export type SlotLevels = ReturnType<typeof createSlotLevels>
