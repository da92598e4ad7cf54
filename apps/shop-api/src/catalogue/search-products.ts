import type { ProductSort } from '@nashta/contracts/product-query'
import type { CatalogueTable } from './catalogue-table.ts'
import { foldWords } from './fold-text.ts'
import { BEGINS_NAME } from './text-index.ts'

/** Each costs a look through the vocabulary; more say nothing more. */
const SEARCH_WORDS_MAX = 10

export type Search = {
  /** Every word, in a row: a name that is this, or begins with it, comes first. */
  phrase: string
  words: readonly string[]
}

/** Null when nothing is searched for. */
export function readSearch(text: string): Search | null {
  if (text.trim() === '') return null
  const words = foldWords(text)
  return { phrase: words.join(' '), words: [...new Set(words)].slice(0, SEARCH_WORDS_MAX) }
}

/** What was found, not yet in order: a page looks for the next few only. */
export type Found = {
  slots: Uint32Array
  /** By slot, one more than its tier. */
  ranks: Uint8Array
  /** How many there are of each tier. */
  counts: number[]
}

/** Exact, begins so, in the name at the beginning of words, inside words, in the description. */
const TIERS = 5
const EXACT = 0
const BEGINS_SO = 1
const IN_NAME = 2

export type SearchOptions = { sort: ProductSort; passes: ((slot: number) => boolean) | null }

/** Relevance ranks by tier, and sales order decides within; other sorts do not rank. What is found is lent. */
export function searchProducts<T>(
  table: CatalogueTable,
  search: Search,
  { sort, passes }: SearchOptions,
  use: (found: Found) => T,
): T {
  const counts = Array.from({ length: TIERS }, () => 0)
  if (search.words.length === 0) return use({ slots: new Uint32Array(), ranks: new Uint8Array(), counts })

  return table.text.match(search.words, table.size, (matches) => {
    const { levels } = matches
    if (passes) matches.keep((slot) => (passes(slot) ? (levels[slot] as number) : 0))
    const { slots } = matches
    const isRanked = sort === 'relevance'
    for (const slot of slots) {
      const tier = isRanked ? tierOf(table, search, slot, levels[slot] as number) : 0
      levels[slot] = tier + 1
      counts[tier] = (counts[tier] as number) + 1
    }
    return use({ slots, ranks: levels, counts })
  })
}

function tierOf({ columns }: CatalogueTable, { phrase, words }: Search, slot: number, level: number): number {
  if (level < BEGINS_NAME) return IN_NAME + BEGINS_NAME - 1 - level
  if (words.length > 1 && !(columns.foldedName[slot] as string).startsWith(phrase)) return IN_NAME
  return columns.nameLength[slot] === phrase.length ? EXACT : BEGINS_SO
}
