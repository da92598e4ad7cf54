const NO_FAMILY = -1
const NO_PACKS: readonly number[] = []

export type Families = ReturnType<typeof createFamilies>

/** The packs of each snack, as slots. Families have numbers, because a search asks for those of all its matches. */
export function createFamilies() {
  const numbers = new Map<string, number>()
  /** By number. Empty when the family has no packs any more. */
  const packs: number[][] = []
  /** The number of the family, by slot. */
  const familyOf: number[] = []

  function numberOf(family: string): number {
    const known = numbers.get(family)
    if (known !== undefined) return known
    numbers.set(family, packs.length)
    return packs.push([]) - 1
  }

  return {
    add(slot: number, family: string | undefined) {
      const number = family === undefined ? NO_FAMILY : numberOf(family)
      familyOf[slot] = number
      if (number !== NO_FAMILY) packs[number]!.push(slot)
    },

    remove(slot: number) {
      const number = familyOf[slot]!
      if (number !== NO_FAMILY) packs[number] = packs[number]!.filter((other) => other !== slot)
      familyOf[slot] = NO_FAMILY
    },

    /** The packs of the snack of the slot, with itself. Empty for a product without a family. */
    packsOf: (slot: number): readonly number[] => packs[familyOf[slot]!] ?? NO_PACKS,

    /** The packs of each snack that has one of the slots; of all snacks for null. */
    packsOfEach(slots: Uint32Array | null): readonly (readonly number[])[] {
      if (slots === null) return packs
      const isListed = new Uint8Array(packs.length)
      const listed: (readonly number[])[] = []
      for (const slot of slots) {
        const number = familyOf[slot]!
        if (number === NO_FAMILY || isListed[number] === 1) continue
        isListed[number] = 1
        listed.push(packs[number]!)
      }
      return listed
    },
  }
}
