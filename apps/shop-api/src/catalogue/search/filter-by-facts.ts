import {
  type ChoiceCounts,
  createChoiceCounter,
  type FactFilter,
  hasTraits,
  traitTest,
} from '@nashta/contracts/catalogue/traits'
import type { CatalogueTable } from './catalogue-table.ts'
import { NO_FAMILY } from './families.ts'
import type { SlotTest } from './leading-packs.ts'
import type { SortValues } from './page-cursor.ts'
import { filterTest, type PageQuery, type Slice, sortValuesOf, tierOf } from './page-slice.ts'
import { isMatch, type SearchResult } from './search-products.ts'
import { findFirstIndex } from './sorted-index.ts'

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
export function factTest({ columns, kinds }: CatalogueTable, filter: FactFilter): SlotTest {
  const { traits, kind, family: familyOf } = columns
  const wantedTraits = traitTest(filter)
  const wantedOrigins = new Set(filter.origin)
  const { family } = filter
  return (slot) =>
    hasTraits(traits[slot]!, wantedTraits) &&
    (wantedOrigins.size === 0 || wantedOrigins.has(kinds.products[kind[slot]!]!.origin)) &&
    (family === '' || familyOf[slot] === family)
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
  const { families } = table
  const { kind: kindOf, categories } = table.columns
  const countByKind: number[] = []
  /** The slot of a counted product of each kind. */
  const examples: number[] = []
  const count = (kind: number, by: number) => {
    countByKind[kind] = (countByKind[kind] ?? 0) + by
  }
  /** One more than the kind of the first counted pack of each snack, and 0 without one. */
  const firstKinds = new Uint32Array(query.leading ? families.count : 0)
  /** The snacks whose packs are not all of one kind. */
  const mixed = new Set<number>()
  for (const slot of slotsToCount(table, result, query, filter)) {
    const kind = kindOf[slot]!
    examples[kind] = slot
    const family = query.leading ? families.numberOf(slot) : NO_FAMILY
    if (family === NO_FAMILY) count(kind, 1)
    else if (firstKinds[family] === 0) {
      firstKinds[family] = kind + 1
      count(kind, 1)
    } else if (firstKinds[family] !== kind + 1) mixed.add(family)
  }
  const isCounted = countedTest(table, result, query, filter)
  const mixedFamilies = Array.from(mixed, (family) => {
    count(firstKinds[family]! - 1, -1)
    return families.packsWith(family).flatMap((slot) => (isCounted(slot) ? kindOf[slot]! : []))
  })

  const { products } = table.kinds
  const categoryNames = new Map<string, string>()
  const counter = createChoiceCounter(filter, query.category)
  examples.forEach((slot, kind) => {
    const names = categories[slot]!
    for (const [index, folded] of products[kind]!.categories.entries())
      categoryNames.set(folded, names[index] ?? folded)
    counter.add(products[kind]!, countByKind[kind] ?? 0)
  })
  for (const { kinds, count: snacks } of countAlike(mixedFamilies))
    counter.addFamily(
      kinds.map((kind) => products[kind]!),
      snacks,
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
  const byKinds = new Map<string, { kinds: number[]; count: number }>()
  for (const kindsOfPacks of kindsOfFamilies) {
    const kinds = [...new Set(kindsOfPacks)].toSorted((a, b) => a - b)
    const key = kinds.join()
    const alike = byKinds.get(key) ?? { kinds, count: 0 }
    alike.count += 1
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
    (family === '' || columns.family[slot] === family)
}
