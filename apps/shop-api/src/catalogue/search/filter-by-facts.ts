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
  const { traits, product, foldedCategories } = table.columns
  const categoryNames = new Map<string, string>()
  const counter = createChoiceCounter(filter, query.category)
  const packsByFamily = new Map<string, Parameters<typeof counter.add>[0][]>()
  for (const slot of slotsIgnoringChoices(table, result, query, filter)) {
    const { origin = '', family } = product[slot]!
    const categories = foldedCategories[slot]!
    const names = categoriesOf(product[slot]!)
    for (const [index, folded] of categories.entries()) categoryNames.set(folded, names[index] ?? folded)
    const counted = { traits: traits[slot]!, origin, categories }
    if (!query.leading || family === undefined) counter.add(counted)
    else packsByFamily.set(family, [...(packsByFamily.get(family) ?? []), counted])
  }
  for (const packs of packsByFamily.values()) counter.addFamily(packs)
  const counts = counter.counts()
  const countsByName = Object.entries(counts.category).map(([folded, count]) => [
    categoryNames.get(folded),
    count,
  ])
  return { ...counts, category: Object.fromEntries(countsByName) }
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
  { sort, minPaise, maxPaise }: PageQuery,
  { family }: FactFilter,
) {
  const { pricePaise, product } = table.columns
  return table
    .sortedIndex(sort)
    .slots.filter(
      (slot) =>
        (result === null || isMatch(result, slot)) &&
        pricePaise[slot]! >= minPaise &&
        pricePaise[slot]! <= maxPaise &&
        (family === '' || product[slot]!.family === family),
    )
}
