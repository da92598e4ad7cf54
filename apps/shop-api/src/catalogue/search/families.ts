/** The number of the snack of a product without a family. */
export const NO_FAMILY = -1
const NO_PACKS: readonly number[] = []

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

    /** The number of the slot's snack, below `count`, or `NO_FAMILY`. */
    numberOf: (slot: number): number => familyOf[slot]!,

    /** The packs of the snack with the number. */
    packsWith: (number: number): readonly number[] => packs[number]!,

    get count() {
      return packs.length
    },
  }
}
