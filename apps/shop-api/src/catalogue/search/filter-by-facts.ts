import { categoriesOf } from '@nashta/contracts/catalogue/categories'
import {
  type ChoiceCounts,
  createChoiceCounter,
  type FactFilter,
  hasTraits,
  traitTest,
} from '@nashta/contracts/catalogue/traits'
import type { CatalogueTable } from './catalogue-table.ts'
import type { SlotTest } from './leading-packs.ts'
import type { SortValues } from './page-cursor.ts'
import { filterTest, type PageQuery, type Slice, sortValuesOf, tierOf } from './page-slice.ts'
import { isMatch, type SearchResult } from './search-products.ts'
import { findFirstIndex } from './sorted-index.ts'

const NO_KIND = -1

/**
 * One page of a list or of a search result that is filtered by facts. `result` is null for a list.
 * The function reads all products, which is acceptable because responses are cached.
 */
export function sliceFiltered(
  table: CatalogueTable,
  result: SearchResult | null,
  query: PageQuery,
  filter: FactFilter,
): Slice {
  const { sort, after, limit, leading } = query
  const tierAt = (slot: number) => (result ? tierOf(result, sort, slot) : 0)
  const hasFacts = factTest(table, filter)
  const passes = filterTest(table, query)
  const matches = slotsIgnoringChoices(table, result, query, filter).filter(
    (slot) => hasFacts(slot) && passes(slot) && (!leading || leading.leads(slot)),
  )
  const { compare } = table.sortedIndex(sort)
  // A list has no tiers, so its matches are sorted already.
  const sorted = result ? matches.toSorted((a, b) => tierAt(a) - tierAt(b) || compare(a, b)) : matches
  const isAfterPreviousPage = (slot: number) =>
    after === null || isAfter(sortValuesOf(table, sort, slot, tierAt(slot)), after)
  const from = findFirstIndex(sorted.length, (index) => isAfterPreviousPage(sorted[index]!))
  const page = sorted.slice(from, from + limit)
  return {
    slots: page,
    total: sorted.length,
    hasMore: from + page.length < sorted.length,
    tierOfLast: page.length === 0 ? 0 : tierAt(page.at(-1)!),
  }
}

/** Whether a product has the facts, the origin and the family of the filter. */
export function factTest({ columns }: CatalogueTable, filter: FactFilter): SlotTest {
  const { traits, product } = columns
  const wantedTraits = traitTest(filter)
  const wantedOrigins = new Set(filter.origin)
  const { family } = filter
  return (slot) =>
    hasTraits(traits[slot]!, wantedTraits) &&
    (wantedOrigins.size === 0 || wantedOrigins.has(product[slot]!.origin ?? '')) &&
    (family === '' || product[slot]!.family === family)
}

/** Compares the tiers first, then the keys of the sort, then the positions. */
function isAfter([tier, key, position]: SortValues, last: SortValues): boolean {
  const [lastTier, lastKey, lastPosition] = last
  return (tier - lastTier || key - lastKey || position - lastPosition) > 0
}

/**
 * Counts the products or snacks of each choice, as `ChoiceCounts` says. The names of the categories are as
 * products have them, and not folded.
 */
export function countChoices(
  table: CatalogueTable,
  result: SearchResult | null,
  query: PageQuery,
  filter: FactFilter,
): ChoiceCounts {
  const { kind: kindOf, product } = table.columns
  const countByKind: number[] = []
  /** The slot of a counted product of each kind. */
  const examples: number[] = []
  const count = (kind: number, by: number) => {
    countByKind[kind] = (countByKind[kind] ?? 0) + by
  }
  for (const slot of slotsToCount(table, result, query, filter)) {
    const kind = kindOf[slot]!
    examples[kind] = slot
    count(kind, 1)
  }
  /** The kinds of the packs of snacks whose packs are not all of one kind. */
  const mixedFamilies: number[][] = []
  const isCounted = countedTest(table, result, query, filter)
  if (query.leading) {
    for (const packs of table.families.packsOfEach(result && result.slots)) {
      let first = NO_KIND
      let counted = 0
      let isMixed = false
      for (const slot of packs) {
        if (!isCounted(slot)) continue
        if (counted === 0) first = kindOf[slot]!
        else isMixed ||= kindOf[slot] !== first
        counted += 1
      }
      if (counted < 2) continue
      if (!isMixed) {
        count(first, 1 - counted)
        continue
      }
      const kinds = packs.filter(isCounted).map((slot) => kindOf[slot]!)
      for (const kind of kinds) count(kind, -1)
      mixedFamilies.push(kinds)
    }
  }

  const { products } = table.kinds
  const categoryNames = new Map<string, string>()
  const counter = createChoiceCounter(filter, query.category)
  examples.forEach((slot, kind) => {
    const names = categoriesOf(product[slot]!)
    for (const [index, folded] of products[kind]!.categories.entries())
      categoryNames.set(folded, names[index] ?? folded)
    counter.add(products[kind]!, countByKind[kind] ?? 0)
  })
  for (const { kinds, families } of countAlike(mixedFamilies))
    counter.addFamily(
      kinds.map((kind) => products[kind]!),
      families,
    )
  const counts = counter.counts()
  const countsByName = Object.entries(counts.category).map(([folded, count]) => [
    categoryNames.get(folded),
    count,
  ])
  return { ...counts, category: Object.fromEntries(countsByName) }
}

/** As `slotsIgnoringChoices`, in any order: the matches of a search are sorted by price. */
function slotsToCount(
  table: CatalogueTable,
  result: SearchResult | null,
  query: PageQuery,
  filter: FactFilter,
): Uint32Array {
  if (result === null || filter.family !== '') return slotsIgnoringChoices(table, result, query, filter)
  const { slots, prices } = result
  const low = findFirstIndex(prices.length, (index) => prices[index]! >= query.minPaise)
  const high = findFirstIndex(prices.length, (index) => prices[index]! > query.maxPaise)
  return slots.subarray(low, Math.max(low, high))
}

/** How many families have packs of the same kinds. */
function countAlike(kindsOfFamilies: readonly (readonly number[])[]) {
  const byKinds = new Map<string, { kinds: number[]; families: number }>()
  for (const kindsOfPacks of kindsOfFamilies) {
    const kinds = [...new Set(kindsOfPacks)].toSorted((a, b) => a - b)
    const key = kinds.join()
    const alike = byKinds.get(key) ?? { kinds, families: 0 }
    alike.families += 1
    byKinds.set(key, alike)
  }
  return byKinds.values()
}

/**
 * The slots that match the search, the price range and the family, in the order of `sort`.
 *
 * - Ignores the filters with choices: category, diet, allergens, origin and stock.
 * - Ignores the tiers of the search: a worse match may come before a better match.
 */
function slotsIgnoringChoices(
  table: CatalogueTable,
  result: SearchResult | null,
  query: PageQuery,
  filter: FactFilter,
) {
  return table.sortedIndex(query.sort).slots.filter(countedTest(table, result, query, filter))
}

function countedTest(
  { columns }: CatalogueTable,
  result: SearchResult | null,
  { minPaise, maxPaise }: PageQuery,
  { family }: FactFilter,
): SlotTest {
  return (slot) =>
    (result === null || isMatch(result, slot)) &&
    columns.pricePaise[slot]! >= minPaise &&
    columns.pricePaise[slot]! <= maxPaise &&
    (family === '' || columns.product[slot]!.family === family)
}
