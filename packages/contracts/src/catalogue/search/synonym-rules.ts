import { foldWords } from '../fold-text.ts'

/**
 * A search for one of `searched` also finds the products with one of `finds`. Without `finds` they
 * are words for the same thing: each finds all others.
 */
export type Synonym = { searched: readonly string[]; finds?: readonly string[] | undefined }

/** How many lines of synonyms a shop has, and how many phrases stand on one side of a line. */
export const SYNONYMS_MAX = 300
export const PHRASES_MAX = 20

/** The longest phrase that is one concept. */
export const PHRASE_WORDS_MAX = 4

/** They say nothing about a snack. */
export const IGNORED_WORDS = new Set(
  'a an and for from in ka ke ki of or pack packet some snack the to wala wale with'.split(' '),
)

/** Whether a phrase of a line can be searched and found. */
export function hasMeaning(phrase: string): boolean {
  const words = foldWords(phrase)
  const isShort = words.length <= PHRASE_WORDS_MAX
  return isShort && !phrase.startsWith('#') && words.some((word) => !IGNORED_WORDS.has(word))
}
