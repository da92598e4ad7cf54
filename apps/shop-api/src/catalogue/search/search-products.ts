import { type Search, TIER_COUNT } from '@nashta/contracts/catalogue/search-rule'
import { LRUCache } from 'lru-cache'
import type { CatalogueTable } from './catalogue-table.ts'

/** The matches of a search before filters. They are not in the order of a page, which needs only the next few. */
export type SearchResult = {
  /** By ascending price. */
  slots: Uint32Array
  /** By slot: its tier plus one, or 0 when it does not match. */
  ranks: Uint8Array
  /** The number of matches in each tier. */
  counts: readonly number[]
  /** The prices of `slots`. */
  prices: Uint32Array
}

/** Shoppers page, sort and filter one search, so results are cached. With 100,000 products one takes about 250 kB. */
const RESULTS_MAX = 64

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
  const byPrice = table.sortedIndex('price-asc').slots
  const [slots, prices] = [new Uint32Array(byPrice.length), new Uint32Array(byPrice.length)]
  const counts = Array.from({ length: TIER_COUNT }, () => 0)
  let count = 0
  for (let index = 0; index < byPrice.length; index++) {
    const slot = byPrice[index]!
    const rank = ranks[slot]!
    if (rank === 0) continue
    slots[count] = slot
    prices[count] = pricePaise[slot]!
    counts[rank - 1]! += 1
    count += 1
  }
  return { slots: slots.slice(0, count), ranks, counts, prices: prices.slice(0, count) }
}
