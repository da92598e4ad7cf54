import { hasTraits, traitTest } from '@nashta/contracts/catalogue/traits'
import type { CatalogueTable } from './catalogue-table.ts'
import { NO_FAMILY } from './families.ts'

export type SlotTest = (slot: number) => boolean

const IN_STOCK = traitTest({ diet: [], without: [], inStock: true })

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
  /** The slots of which some match. */
  candidates: Uint32Array
  /** Whether the slot passes all filters of the list. */
  isMatch: SlotTest
  /** The order of the list. */
  compare: (a: number, b: number) => number
}

/** Tests compare a product with the few packs of its own snack only, so a page costs no more in a larger catalogue. */
export function createLeading(table: CatalogueTable, { candidates, isMatch, compare }: Order): Leading {
  const { families } = table
  const { traits } = table.columns

  function leads(slot: number): boolean {
    return !families
      .packsOf(slot)
      .some((other) => other !== slot && comparePacks(other, slot) < 0 && isMatch(other))
  }

  function comparePacks(a: number, b: number): number {
    return soldOutRank(a) - soldOutRank(b) || compare(a, b)
  }

  function soldOutRank(slot: number): number {
    return hasTraits(traits[slot]!, IN_STOCK) ? 0 : 1
  }

  function followerCount(): number {
    const hasMatch = new Uint8Array(families.count)
    let count = 0
    for (const slot of candidates) {
      const family = families.numberOf(slot)
      if (family === NO_FAMILY || !isMatch(slot)) continue
      count += hasMatch[family]!
      hasMatch[family] = 1
    }
    return count
  }

  return { leads, followerCount }
}

/** The other packs of these products, the cheapest first. */
export function packsBeside({ columns, families }: CatalogueTable, slots: ArrayLike<number>): number[] {
  return Array.from(slots).flatMap((slot) =>
    families
      .packsOf(slot)
      .filter((other) => other !== slot)
      .toSorted((a, b) => columns.pricePaise[a]! - columns.pricePaise[b]!)
      .slice(0, PACKS_MAX),
  )
}

/** How many snacks these products are. */
export function countSnacks({ families }: CatalogueTable, slots: Uint32Array): number {
  const isCounted = new Uint8Array(families.count)
  let count = 0
  for (const slot of slots) {
    const family = families.numberOf(slot)
    if (family === NO_FAMILY) count += 1
    else if (isCounted[family] === 0) {
      isCounted[family] = 1
      count += 1
    }
  }
  return count
}
