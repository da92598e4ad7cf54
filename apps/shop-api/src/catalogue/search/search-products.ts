import { LRUCache } from 'lru-cache'
import type { CatalogueTable } from './catalogue-table.ts'
import { foldWords } from './fold-text.ts'
import { TIER_COUNT } from './page-cursor.ts'
import { BEGINS_NAME } from './text-index.ts'

/** Each word costs a lookup in the vocabulary. */
const SEARCH_WORDS_MAX = 10

export type Search = {
  /** All folded words, joined by spaces. Names that equal it, then names that begin with it, come first. */
  phrase: string
  /** The distinct words; a product must match each of them. */
  words: readonly string[]
}

/** Null when the text is blank. */
export function parseSearch(text: string): Search | null {
  if (text.trim() === '') return null
  const words = foldWords(text)
  return { phrase: words.join(' '), words: [...new Set(words)].slice(0, SEARCH_WORDS_MAX) }
}

/** The matches of a search before filters. They are not in sort order, because a page needs only the next few. */
export type SearchResult = {
  /** By ascending slot number. */
  slots: Uint32Array
  /** By slot: its tier plus one, or 0 when it does not match. */
  ranks: Uint8Array
  /** The number of matches in each tier. */
  counts: readonly number[]
  /** The prices of all matches in ascending order. */
  prices: Uint32Array
}

/** The first three of five tiers: the name is the phrase, begins with it, or has words that begin with the searched ones. */
const EXACT = 0
const PREFIX = 1
const IN_NAME = 2

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
  const ranks = new Uint8Array(table.slotCount)
  const counts = Array.from({ length: TIER_COUNT }, () => 0)
  if (search.words.length === 0) return { slots: new Uint32Array(), ranks, counts, prices: new Uint32Array() }

  return table.textIndex.match(search.words, table.slotCount, ({ slots: matched, scores }) => {
    const slots = matched.toSorted()
    for (const slot of slots) {
      const tier = tierOf(table, search, slot, scores[slot]!)
      ranks[slot] = tier + 1
      counts[tier]! += 1
    }
    const prices = slots.map((slot) => table.columns.pricePaise[slot]!).toSorted()
    return { slots, ranks, counts, prices }
  })
}

function tierOf({ columns }: CatalogueTable, { phrase, words }: Search, slot: number, score: number): number {
  // The scores 3, 2 and 1 are the tiers 2, 3 and 4: in the name, inside a word of the name, in the description.
  if (score < BEGINS_NAME) return TIER_COUNT - score
  // With the best score, a name begins with the first word, but not always with the whole phrase.
  if (words.length > 1 && !columns.foldedName[slot]!.startsWith(phrase)) return IN_NAME
  return columns.nameLength[slot] === phrase.length ? EXACT : PREFIX
}
