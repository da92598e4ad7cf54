import { foldText, foldWords } from './fold-text.ts'
import { allowedTypos, createTypoTable } from './typos.ts'

// The rule of search, for the Shop API's index and for the list that a browser has stored.
//
// A product matches when its name and description together contain each term of the search, in any
// order. A product also matches if it has a similar word for each searched word that it lacks. Such
// products are listed last.

/** How well a product matches a search: the best tier is 0. Within a tier, the best sellers come first. */
export const TIER = {
  exactName: 0,
  namePrefix: 1,
  name: 2,
  description: 3,
  similarName: 4,
  similarDescription: 5,
} as const
export const TIER_COUNT = Object.keys(TIER).length

/** Each term costs a lookup. Terms after the tenth do not narrow a search. */
const TERMS_MAX = 10

export type Search = {
  /** The whole search, folded. */
  phrase: string
  /** The distinct parts of the phrase between spaces, with their punctuation. */
  terms: readonly string[]
  /** The distinct words of the phrase, without punctuation. */
  words: readonly string[]
}

/** Null when the folded text is empty, because every product contains the empty text. */
export function parseSearch(text: string): Search | null {
  const phrase = foldText(text)
  if (phrase === '') return null
  return { phrase, terms: firstDistinct(phrase.split(' ')), words: firstDistinct(foldWords(phrase)) }
}

function firstDistinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].slice(0, TERMS_MAX)
}

/** Whether products of the tier match only by similar words. They are listed last. */
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
    // Punctuation alone has no similar words.
    if (words.length === 0) return null
    if (hasSimilarWords(name)) return TIER.similarName
    return hasSimilarWords(text) ? TIER.similarDescription : null
  }

  function hasSimilarWords(text: string): boolean {
    const ownWords = foldWords(text)
    return wordTests.every(({ word, isSimilar }) => text.includes(word) || ownWords.some(isSimilar))
  }
}

/**
 * Makes a function that tells whether another word is similar: it begins like `word`, with no more
 * typos than `word` may have.
 */
function createSimilarTest(word: string): (other: string) => boolean {
  const maxTypos = allowedTypos(word)
  // Short words and numbers have no similar words. The text itself must contain them.
  if (maxTypos === 0) return () => false
  const table = createTypoTable(word, maxTypos)
  return (other) => table.compare(other).typos <= maxTypos
}
