import { parseSearch, type Search } from '@nashta/contracts/catalogue/search/search-rule'
import type { CatalogueTable } from './catalogue-table.ts'
import { countSnacks } from './leading-packs.ts'
import { searchProducts } from './search-products.ts'

/** How many searches are offered, and how many are tried for them: each costs a search. */
const OFFERED_MAX = 3
const TRIED_MAX = 6

/** How many products or snacks a search finds without any filter. */
export function countFound(table: CatalogueTable, search: Search, { ofSnacks = false } = {}): number {
  const { slots } = searchProducts(table, search)
  return ofSnacks ? countSnacks(table, slots) : slots.length
}

/**
 * Searches like one that finds nothing, which do find something: with the nearest words of the
 * catalogue instead of unknown ones, without the unknown ones, and by single words.
 */
export function nearestSearches(table: CatalogueTable, { words }: Search): string[] {
  const known = words.filter((word) => table.textIndex.hasWord(word))
  const corrected = words.flatMap((word) =>
    known.includes(word) ? word : (table.textIndex.nearestWord(word) ?? []),
  )
  const candidates = [corrected, known, ...corrected.map((word) => [word])].map((each) => each.join(' '))
  const offered: string[] = []
  for (const text of [...new Set(candidates)].slice(0, TRIED_MAX)) {
    const search = parseSearch(text)
    if (search && countFound(table, search) > 0) offered.push(text)
    if (offered.length === OFFERED_MAX) break
  }
  return offered
}
