import { parseSearch, type Search } from '@nashta/contracts/catalogue/search/search-rule'
import { hasMeaning } from '@nashta/contracts/catalogue/search/synonym-rules'
import { createTypoTable } from '@nashta/contracts/catalogue/search/typos'
import { soundKeyOf } from '@nashta/contracts/catalogue/search/word-forms'
import type { CatalogueTable } from './catalogue-table.ts'
import { countSnacks } from './leading-packs.ts'
import { searchProducts } from './search-products.ts'
import { NEAREST_TYPOS_MAX } from './vocabulary.ts'

/** How many searches are offered, and how many are tried for them: each costs a search. */
const OFFERED_MAX = 3
const TRIED_MAX = 6

/** How many products or snacks a search finds without any filter. */
export function countFound(table: CatalogueTable, search: Search, { ofSnacks = false } = {}): number {
  const { slots } = searchProducts(table, search)
  return ofSnacks ? countSnacks(table, slots) : slots.length
}

/**
 * Searches to offer for a search that finds nothing. Words that neither the catalogue nor the
 * synonyms have are replaced by the nearest word, or the words that the catalogue lacks are left
 * out, or each word is searched alone. Only searches that find something are returned.
 */
export function nearestSearches(table: CatalogueTable, search: Search): string[] {
  // Numbers are mostly sizes of packs, and mean nothing alone.
  const words = search.words.filter((word) => HAS_LETTER.test(word) && hasMeaning(word))
  const inCatalogue = words.filter((word) => table.textIndex.hasWord(word))
  const synonyms = new Set(table.words().words)
  const isKnown = (word: string) => table.textIndex.hasWord(word) || synonyms.has(word)
  const corrected = words.flatMap((word) => (isKnown(word) ? word : (nearestWord(table, word) ?? [])))
  const single = corrected.filter((word) => TWO_LETTERS.test(word))
  const candidates = [corrected.join(' '), inCatalogue.join(' '), ...single]
  const offered: string[] = []
  for (const text of [...new Set(candidates)].slice(0, TRIED_MAX)) {
    if (findsSomething(table, text)) offered.push(text)
    if (offered.length === OFFERED_MAX) break
  }
  return offered
}

const HAS_LETTER = /\p{L}/u
const TWO_LETTERS = /\p{L}\p{M}*\p{L}/u

/** A word of the catalogue needs no search. */
function findsSomething(table: CatalogueTable, text: string): boolean {
  if (table.textIndex.hasWord(text)) return true
  const search = parseSearch(text, table.words())
  return search !== null && countFound(table, search) > 0
}

/** The word of the catalogue or of the synonyms that is most like `word`, by its letters and its sound. */
function nearestWord(table: CatalogueTable, word: string): string | undefined {
  const near = [table.textIndex.nearestWord(word), nearestAmong(table.words().words, word)].filter(
    (each) => each !== undefined,
  )
  return near.toSorted((a, b) => unlikeness(word, a) - unlikeness(word, b))[0]
}

function nearestAmong(words: readonly string[], word: string) {
  let nearest: { word: string; unlikeness: number } | undefined
  for (const each of words) {
    if (typosAtLeast(word, each) > typosFor(word)) continue
    const candidate = { word: each, unlikeness: unlikeness(word, each) }
    if (!nearest || candidate.unlikeness < nearest.unlikeness) nearest = candidate
  }
  return nearest?.word
}

/** The typos of the letters and of the sound: “kezu” sounds more like “kaju” than like “key”. */
function unlikeness(word: string, other: string): number {
  return typosAtLeast(word, other) + typosAtLeast(soundKeyOf(word) ?? word, soundKeyOf(other) ?? other)
}

/** A short word has to be more alike. */
function typosFor({ length }: string): number {
  return Math.min(NEAREST_TYPOS_MAX, length - 2)
}

/**
 * At least so many typos are between the two words: those to the most similar prefix of `other`, or
 * the difference of the lengths. Above `NEAREST_TYPOS_MAX` the number is not exact.
 */
function typosAtLeast(word: string, other: string): number {
  const excess = Math.abs(word.length - other.length)
  return Math.max(excess, createTypoTable(word, NEAREST_TYPOS_MAX).compare(other).typos)
}
