import { isLooseTier, TIER } from '@nashta/contracts/catalogue/search/search-rule'
import type { ProductSort } from '@nashta/contracts/constants'
import type { CatalogueTable } from './catalogue-table.ts'
import type { Leading, SlotTest } from './leading-packs.ts'
import type { SortValues } from './page-cursor.ts'
import { isMatch, type SearchResult } from './search-products.ts'
import { findFirstIndex, type SortedIndex } from './sorted-index.ts'

/** One page of a list or of a search. */
export type Slice = {
  slots: ArrayLike<number>
  /** The number of products on all pages. */
  total: number
  /** Whether there is a next page. */
  hasMore: boolean
  /** The tier of the last slot. 0 for a list and for an empty page. */
  tierOfLast: number
}

export type PageQuery = {
  sort: ProductSort
  /** The sort values of the last product of the previous page; null for the first page. */
  after: SortValues | null
  limit: number
  /** Folded; '' for all categories. */
  category: string
  /** 0 without a minimum. */
  minPaise: number
  /** `Number.MAX_SAFE_INTEGER` without a maximum. */
  maxPaise: number
  /** For a list with each snack once; null for a list with each pack. */
  leading: Leading | null
}

export function sortValuesOf(
  { columns }: CatalogueTable,
  sort: ProductSort,
  slot: number,
  tier: number,
): SortValues {
  return [tier, columns.keys[sort][slot]!, columns.position[slot]!]
}

/** A page of search results, which are sorted by tier first. */
export function sliceSearch(table: CatalogueTable, result: SearchResult, query: PageQuery): Slice {
  const { sort, after, limit, category } = query
  const sorted = table.sortedIndex(sort, category)
  const passes = both(filterTest(table, query), query.leading?.leads)
  const tierCounts = tierCountsFor(result, sort)
  // One product more than the page shows tells whether there is a next page.
  const wantedCount = limit + 1
  const found: number[] = []
  const [firstTier] = after ?? [0]
  for (let tier = firstTier; tier < tierCounts.length && found.length < wantedCount; tier++) {
    // Of the tiers in this loop, only `firstTier` can have products on earlier pages.
    const lastShown = tier === firstTier ? after : null
    const isAfterPreviousPage = afterTest(table, sort, lastShown)
    const isInTier = tierTest(result, sort, tier)
    const isWanted = (slot: number) => isInTier(slot) && passes(slot)
    const tierCount = tierCounts[tier] ?? 0
    const missing = wantedCount - found.length
    const more = nextSlots(result, tierCount, sorted, { isWanted, isAfterPreviousPage }, missing)
    found.push(...more)
  }
  const slots = found.slice(0, limit)
  const last = slots.at(-1)
  const tierOfLast = last === undefined ? 0 : tierOf(result, sort, last)
  const total = countMatches(table, result, query) - followerCount(query)
  return { slots, total, hasMore: found.length > limit, tierOfLast }
}

/**
 * The number of matches in each tier. Every sort but `relevance` has only two tiers: 0 for all
 * matches but the loose ones, and `TIER.insideName` for those.
 */
function tierCountsFor({ slots, counts }: SearchResult, sort: ProductSort): readonly number[] {
  if (sort === 'relevance') return counts
  const good = counts.slice(0, TIER.insideName).reduce((sum, count) => sum + count, 0)
  const tierCounts = counts.map(() => 0)
  tierCounts[0] = good
  tierCounts[TIER.insideName] = slots.length - good
  return tierCounts
}

function tierTest(result: SearchResult, sort: ProductSort, tier: number): SlotTest {
  return (slot) => isMatch(result, slot) && tierOf(result, sort, slot) === tier
}

/** The tier of a match. Every sort but `relevance` has only two tiers (see `tierCountsFor`). */
export function tierOf({ ranks }: SearchResult, sort: ProductSort, slot: number): number {
  // A rank is a tier plus one, because rank 0 is no match.
  const tier = ranks[slot]! - 1
  if (sort === 'relevance') return tier
  return isLooseTier(tier) ? TIER.insideName : 0
}

/**
 * The first `limit` wanted slots after the previous page. All wanted slots are in one tier, which
 * has `tierCount` matches.
 */
function nextSlots(
  result: SearchResult,
  tierCount: number,
  sorted: SortedIndex,
  { isWanted, isAfterPreviousPage }: { isWanted: SlotTest; isAfterPreviousPage: SlotTest },
  limit: number,
): number[] {
  if (tierCount === 0) return []
  const { slots, compare } = sorted
  if (isCheaperToSort(tierCount, limit, slots.length)) {
    const matches = result.slots.filter((slot) => isWanted(slot) && isAfterPreviousPage(slot))
    return [...matches.toSorted(compare).subarray(0, limit)]
  }
  return collect(slots, sorted.firstIndex(isAfterPreviousPage), isWanted, limit)
}

/** The first `limit` wanted slots from the index `from` on. */
function collect(slots: Uint32Array, from: number, isWanted: SlotTest, limit: number): number[] {
  const wanted: number[] = []
  for (let index = from; index < slots.length && wanted.length < limit; index++) {
    const slot = slots[index]!
    if (isWanted(slot)) wanted.push(slot)
  }
  return wanted
}

/**
 * The number of matches that pass the filters. Without a category, the price is the only filter:
 * two binary searches in the sorted prices are enough.
 */
function countMatches(table: CatalogueTable, result: SearchResult, query: PageQuery) {
  const { prices } = result
  const { category, minPaise, maxPaise, sort } = query
  if (category === '') {
    const countUpToMax = findFirstIndex(prices.length, (index) => prices[index]! > maxPaise)
    const countBelowMin = findFirstIndex(prices.length, (index) => prices[index]! >= minPaise)
    // A query may have a minimum above its maximum.
    return Math.max(0, countUpToMax - countBelowMin)
  }
  const passes = filterTest(table, query)
  return table
    .sortedIndex(sort, category)
    .slots.reduce((count, slot) => (isMatch(result, slot) && passes(slot) ? count + 1 : count), 0)
}

export function filterTest(
  { columns }: CatalogueTable,
  { category, minPaise, maxPaise }: Pick<PageQuery, 'category' | 'minPaise' | 'maxPaise'>,
): SlotTest {
  const { pricePaise, foldedCategories } = columns
  return (slot) => {
    const price = pricePaise[slot]!
    const isOfCategory = category === '' || foldedCategories[slot]!.includes(category)
    return price >= minPaise && price <= maxPaise && isOfCategory
  }
}

/**
 * Whether sorting `count` matches is cheaper than reading `slotCount` sorted slots until `limit`
 * matches are found. Sorting takes about `count` steps, reading about `limit * slotCount / count`.
 */
function isCheaperToSort(count: number, limit: number, slotCount: number): boolean {
  return count * count <= limit * slotCount
}

/**
 * A page of a list without a search. The list is already sorted, so without a price filter a page
 * of a long list costs no more than a page of a short one.
 */
export function sliceList(table: CatalogueTable, query: PageQuery): Slice {
  const { category, minPaise, maxPaise, sort, after, limit, leading } = query
  const hasPriceFilter = minPaise > 0 || maxPaise < Number.MAX_SAFE_INTEGER
  if (hasPriceFilter) return slicePriceRange(table, query)
  const sorted = table.sortedIndex(sort, category)
  const from = sorted.firstIndex(afterTest(table, sort, after))
  if (!leading) return pageOf(sorted.slots, from, limit)
  const found = collect(sorted.slots, from, leading.leads, limit + 1)
  return cutPage(found, limit, sorted.slots.length - followerCount(query))
}

/**
 * A page of the products in a price range. Either sorts all products in the range, or reads the
 * sorted list until the page is full.
 */
function slicePriceRange(table: CatalogueTable, query: PageQuery): Slice {
  const { category, minPaise, maxPaise, sort, after, limit } = query
  const { pricePaise } = table.columns
  const byPrice = table.sortedIndex('price-asc', category)
  const low = byPrice.firstIndex((slot) => pricePaise[slot]! >= minPaise)
  const high = byPrice.firstIndex((slot) => pricePaise[slot]! > maxPaise)
  // Empty for a query with a minimum above its maximum.
  const inRange = byPrice.slots.subarray(low, high)
  const total = inRange.length - followerCount(query)
  const sorted = table.sortedIndex(sort, category)
  const isAfterPreviousPage = afterTest(table, sort, after)
  if (isCheaperToSort(inRange.length, limit, byPrice.slots.length)) {
    const shown = query.leading ? inRange.filter(query.leading.leads) : inRange
    const sortedInRange = shown.toSorted(sorted.compare)
    const from = findFirstIndex(total, (index) => isAfterPreviousPage(sortedInRange[index]!))
    return pageOf(sortedInRange, from, limit)
  }
  const indexAfterPreviousPage = sorted.firstIndex(isAfterPreviousPage)
  const from = Math.max(indexAfterPreviousPage, firstIndexToCheck(sorted, table, query))
  const passes = both(filterTest(table, query), query.leading?.leads)
  return cutPage(collect(sorted.slots, from, passes, limit + 1), limit, total)
}

/** A page of a list, of which one product more was found than the page shows. */
function cutPage(found: readonly number[], limit: number, total: number): Slice {
  return { slots: found.slice(0, limit), total, hasMore: found.length > limit, tierOfLast: 0 }
}

function both(passes: SlotTest, leads: SlotTest | undefined): SlotTest {
  return leads ? (slot) => passes(slot) && leads(slot) : passes
}

function followerCount({ leading }: PageQuery): number {
  return leading ? leading.followerCount() : 0
}

function pageOf(slots: Uint32Array, from: number, limit: number): Slice {
  const page = slots.slice(from, from + limit)
  return { slots: page, total: slots.length, hasMore: from + page.length < slots.length, tierOfLast: 0 }
}

/**
 * The index in `sorted` at which to begin to look for products in the price range.
 *
 * - `price-asc` begins after the products below the minimum.
 * - `price-desc` begins after the products above the maximum.
 * - In other sorts, products in the range may be anywhere.
 */
function firstIndexToCheck(
  sorted: SortedIndex,
  { columns }: CatalogueTable,
  { sort, minPaise, maxPaise }: PageQuery,
) {
  const { pricePaise } = columns
  if (sort === 'price-asc') return sorted.firstIndex((slot) => pricePaise[slot]! >= minPaise)
  if (sort === 'price-desc') return sorted.firstIndex((slot) => pricePaise[slot]! <= maxPaise)
  return 0
}

/**
 * Returns a test whether a product comes after `last`, the last product of the previous page. The
 * test ignores tiers.
 */
function afterTest(table: CatalogueTable, sort: ProductSort, last: SortValues | null): SlotTest {
  if (!last) return () => true
  const [, lastKey, lastPosition] = last
  const { position } = table.columns
  const keys = table.columns.keys[sort]
  return (slot) => (keys[slot]! - lastKey || position[slot]! - lastPosition) > 0
}
