import { foldText, foldWords } from './fold-text.ts'
import { allowedTypos, createTypoTable } from './typos.ts'

// The rule of search. The Shop API and the browser's search in stored products both follow it.
//
// A product matches in one of two ways:
// - Its name and description together contain every term of the search, in any order.
// - Its name and description together contain every searched word, or a similar word in its place.
//   Words have no punctuation: the word "lays" is in "Lay's". Products that match only in this way
//   are listed last.

/** How well a product matches a search, 0 the best. Within a tier, the best sellers come first. */
export const TIER = {
  exactName: 0,
  namePrefix: 1,
  name: 2,
  description: 3,
  similarName: 4,
  similarDescription: 5,
} as const
export const TIER_COUNT = Object.keys(TIER).length

/** Each term costs a lookup, so a search ignores terms and words beyond this number. */
const TERMS_MAX = 10

export type Search = {
  /** The whole search, folded. */
  phrase: string
  /** The distinct parts of the phrase between spaces, with their punctuation. */
  terms: readonly string[]
  /** The distinct words of the phrase, without punctuation. */
  words: readonly string[]
}

/** Returns null when the folded text is empty: there is nothing to search for. */
export function parseSearch(text: string): Search | null {
  const phrase = foldText(text)
  if (phrase === '') return null
  return { phrase, terms: firstDistinct(phrase.split(' ')), words: firstDistinct(foldWords(phrase)) }
}

function firstDistinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].slice(0, TERMS_MAX)
}

/** Whether products of the tier match only by similar words, or by words with other punctuation. */
export function isSimilarTier(tier: number): boolean {
  return tier >= TIER.similarName
}

/** The tier of a product whose folded name contains every term. */
export function nameTier(foldedName: string, { phrase }: Search): number {
  if (!foldedName.startsWith(phrase)) return TIER.name
  return foldedName.length === phrase.length ? TIER.exactName : TIER.namePrefix
}

/** Returns a function that computes the tier of a product; null when the product does not match. */
export function createMatcher(search: Search) {
  const { terms, words } = search
  const wordTests = words.map((word) => ({ word, isSimilar: createSimilarTest(word) }))

  return function tierOf(product: { name: string; description: string }): number | null {
    const name = foldText(product.name)
    if (terms.every((term) => name.includes(term))) return nameTier(name, search)
    const text = `${name} ${foldText(product.description)}`
    if (terms.every((term) => text.includes(term))) return TIER.description
    // A search of punctuation alone has no words.
    if (words.length === 0) return null
    if (hasEveryWordOrSimilar(name)) return TIER.similarName
    return hasEveryWordOrSimilar(text) ? TIER.similarDescription : null
  }

  function hasEveryWordOrSimilar(text: string): boolean {
    const textWords = foldWords(text)
    return wordTests.every(({ word, isSimilar }) => text.includes(word) || textWords.some(isSimilar))
  }
}

/**
 * Returns a function that tells whether another word begins like `word`, with no more typos than
 * `word` may have. For example, "laddoos" begins like "ladoo", with one typo.
 */
function createSimilarTest(word: string): (other: string) => boolean {
  const maxTypos = allowedTypos(word)
  // A short word or a number may have no typos.
  if (maxTypos === 0) return (other) => other === word
  const table = createTypoTable(word, maxTypos)
  return (other) => table.compare(other).typos <= maxTypos
}
