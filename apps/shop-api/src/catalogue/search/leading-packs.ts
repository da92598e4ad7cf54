import type { CatalogueTable } from './catalogue-table.ts'

export type SlotTest = (slot: number) => boolean

/** How many packs of a snack a reply has at most. */
const PACKS_MAX = 12

/** For lists that show each snack once, with the first of its packs. */
export type Leading = {
  /** Whether the slot is the first of its snack's packs that match: those in stock come before those that are sold out. */
  leads: SlotTest
  /** How many matches are not the first of their snack. */
  followerCount: () => number
}

type Order = {
  /** Whether the slot passes all filters of the list. */
  isMatch: SlotTest
  /** The order of the list. */
  compare: (a: number, b: number) => number
}

/** Tests compare a product with the few packs of its own snack only, so a page costs no more in a larger catalogue. */
export function createLeading(table: CatalogueTable, { isMatch, compare }: Order): Leading {
  const { slotsByFamily } = table
  const { product } = table.columns

  function leads(slot: number): boolean {
    const { family } = product[slot]!
    const packs = family === undefined ? [] : (slotsByFamily.get(family) ?? [])
    return !packs.some((other) => other !== slot && comparePacks(other, slot) < 0 && isMatch(other))
  }

  function comparePacks(a: number, b: number): number {
    return soldOutRank(a) - soldOutRank(b) || compare(a, b)
  }

  function soldOutRank(slot: number): number {
    return product[slot]!.stock === 0 ? 1 : 0
  }

  function followerCount(): number {
    let count = 0
    for (const packs of slotsByFamily.values()) {
      const matching = packs.filter(isMatch).length
      if (matching > 1) count += matching - 1
    }
    return count
  }

  return { leads, followerCount }
}

/** The other packs of these products, the cheapest first. */
export function packsBeside({ columns, slotsByFamily }: CatalogueTable, slots: ArrayLike<number>): number[] {
  return Array.from(slots).flatMap((slot) => {
    const { family } = columns.product[slot]!
    const packs = family === undefined ? [] : (slotsByFamily.get(family) ?? [])
    return packs
      .filter((other) => other !== slot)
      .toSorted((a, b) => columns.pricePaise[a]! - columns.pricePaise[b]!)
      .slice(0, PACKS_MAX)
  })
}

/** How many snacks these products are. */
export function countSnacks({ columns }: CatalogueTable, slots: Uint32Array): number {
  const families = new Set<string>()
  let count = 0
  for (const slot of slots) {
    const { family } = columns.product[slot]!
    if (family === undefined) count += 1
    else families.add(family)
  }
  return count + families.size
}
