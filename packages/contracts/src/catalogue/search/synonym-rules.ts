import { foldWords } from '../fold-text.ts'

/**
 * A search for one of `searched` also finds the products with one of `finds`. Without `finds` they
 * are words for the same thing: each finds all others.
 */
export type Synonym = { searched: readonly string[]; finds?: readonly string[] | undefined }

/** The most lines of synonyms of a shop, and the most phrases on one side of a line. */
export const SYNONYMS_MAX = 300
export const PHRASES_MAX = 20

/** The longest phrase that is one concept. */
export const PHRASE_WORDS_MAX = 4

/** Words that say nothing about a snack. */
export const IGNORED_WORDS = new Set(
  'a an and for from in ka ke ki of or pack packet some snack the to wala wale with'.split(' '),
)

/** Whether a phrase of a line can be searched and found. */
export function hasMeaning(phrase: string): boolean {
  const words = foldWords(phrase)
  const isShort = words.length <= PHRASE_WORDS_MAX
  return isShort && !phrase.startsWith('#') && words.some((word) => !IGNORED_WORDS.has(word))
}
