import { createRecent } from '@nashta/service-kit/responses/recent'
import type { CatalogueTable } from './catalogue-table.ts'
import { foldWords } from './fold-text.ts'
import { TIERS } from './page-cursor.ts'
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

/** What a search finds whatever it is filtered and sorted by. Not in order: a page looks for the next few only. */
export type Found = {
  /** From the first to the last. */
  slots: Uint32Array
  /** By slot, one more than its tier; 0 for what was not found. */
  ranks: Uint8Array
  /** How many there are of each tier. */
  counts: readonly number[]
  /** What they cost, the cheapest first. */
  prices: Uint32Array
}

/** Exact, begins so, in the name at the beginning of words, inside words, in the description. */
const EXACT = 0
const BEGINS_SO = 1
const IN_NAME = 2

/** People turn pages, sort and filter. Of a hundred thousand products each takes about a quarter of a megabyte. */
const KEPT_SEARCHES = 64

type Kept = { arrangement: number; recent: ReturnType<typeof createRecent<Found>> }
const keptByTable = new WeakMap<CatalogueTable, Kept>()

export function searchProducts(table: CatalogueTable, search: Search): Found {
  const { recent } = keptFor(table)
  const known = recent.get(search.phrase)
  if (known) return known
  const found = find(table, search)
  recent.set(search.phrase, found)
  return found
}

function keptFor(table: CatalogueTable): Kept {
  const { arrangement } = table
  const known = keptByTable.get(table)
  if (known?.arrangement === arrangement) return known
  const kept = { arrangement, recent: createRecent<Found>({ max: KEPT_SEARCHES }) }
  keptByTable.set(table, kept)
  return kept
}

function find(table: CatalogueTable, search: Search): Found {
  const ranks = new Uint8Array(table.size)
  const counts = Array.from({ length: TIERS }, () => 0)
  if (search.words.length === 0) return { slots: new Uint32Array(), ranks, counts, prices: new Uint32Array() }

  return table.text.match(search.words, table.size, ({ slots: found, levels }) => {
    const slots = found.toSorted()
    for (const slot of slots) {
      const tier = tierOf(table, search, slot, levels[slot] as number)
      ranks[slot] = tier + 1
      counts[tier] = (counts[tier] as number) + 1
    }
    const prices = slots.map((slot) => table.columns.pricePaise[slot] as number).toSorted()
    return { slots, ranks, counts, prices }
  })
}

function tierOf({ columns }: CatalogueTable, { phrase, words }: Search, slot: number, level: number): number {
  if (level < BEGINS_NAME) return IN_NAME + BEGINS_NAME - 1 - level
  if (words.length > 1 && !(columns.foldedName[slot] as string).startsWith(phrase)) return IN_NAME
  return columns.nameLength[slot] === phrase.length ? EXACT : BEGINS_SO
}
