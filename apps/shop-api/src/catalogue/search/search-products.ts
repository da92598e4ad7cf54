import { type Search, TIER_COUNT } from '@nashta/contracts/catalogue/search/search-rule'
import { LRUCache } from 'lru-cache'
import type { CatalogueTable } from './catalogue-table.ts'

/** The matches of a search, before a page filters and sorts them. */
export type SearchResult = {
  /** The slots of the matches, by ascending price. */
  slots: Uint32Array
  /** The prices of the matches in paise, in the order of `slots`. */
  prices: Uint32Array
  /**
   * By slot, for all slots of the table: the tier of a match plus one, and 0 for every other
   * product.
   */
  ranks: Uint8Array
  /** The number of matches in each tier. */
  counts: readonly number[]
}

export function isMatch({ ranks }: SearchResult, slot: number): boolean {
  return ranks[slot] !== 0
}

/**
 * Results are cached because shoppers page, sort and filter the results of one search. With 100,000
 * products, one result takes about 250 kB.
 */
const RESULTS_MAX = 64

/** The cached results of one version of the table, by search phrase. */
type CachedResults = { searchVersion: number; results: LRUCache<string, SearchResult> }
const cachedByTable = new WeakMap<CatalogueTable, CachedResults>()

export function searchProducts(table: CatalogueTable, search: Search): SearchResult {
  const results = resultsOf(table)
  const cached = results.get(search.phrase)
  if (cached) return cached
  const result = matchProducts(table, search)
  results.set(search.phrase, result)
  return result
}

function resultsOf(table: CatalogueTable) {
  const { searchVersion } = table
  const cached = cachedByTable.get(table)
  if (cached?.searchVersion === searchVersion) return cached.results
  const results = new LRUCache<string, SearchResult>({ max: RESULTS_MAX })
  cachedByTable.set(table, { searchVersion, results })
  return results
}

function matchProducts(table: CatalogueTable, search: Search): SearchResult {
  const { foldedName, pricePaise } = table.columns
  const ranks = table.textIndex.rank(search, foldedName, table.slotCount)
  const counts = Array.from({ length: TIER_COUNT }, () => 0)
  let total = 0
  for (let slot = 0; slot < ranks.length; slot++) {
    const rank = ranks[slot]!
    if (rank === 0) continue
    counts[rank - 1]! += 1
    total += 1
  }

  const slots = new Uint32Array(total)
  const prices = new Uint32Array(total)
  const byPrice = table.sortedIndex('price-asc').slots
  let count = 0
  for (let index = 0; index < byPrice.length; index++) {
    const slot = byPrice[index]!
    if (ranks[slot] === 0) continue
    slots[count] = slot
    prices[count] = pricePaise[slot]!
    count += 1
  }
  return { slots, prices, ranks, counts }
}
