import { foldText, foldWords } from '../fold-text.ts'
import type { Product } from '../product.ts'
import { type Concept, conceptsOf, keysOfText, keywordsOf, type KnownWords } from './search-meaning.ts'
import { allowedTypos, createTypoTable } from './typos.ts'
import { stemOf } from './word-forms.ts'

// The rule of search. The Shop API and the browser's search in stored products both follow it.
//
// A product matches in one of three ways:
// - Its name and description together contain every term of the search, in any order.
// - It has every concept of the search: its words in other forms, synonyms, its shelf or its facts.
// - Its name and description together contain every searched word, or a similar word in its place.
//   Words have no punctuation: the word "lays" is in "Lay's".

/** How well a product matches a search, 0 the best. Within a tier, the best sellers come first. */
export const TIER = {
  exactName: 0,
  /** The name begins with the words of the search. */
  namePrefix: 1,
  /** Every term is a word of the name. */
  nameWord: 2,
  /** The name begins with the search, which ends within a word. */
  nameStart: 3,
  /** Every term begins a word of the name. */
  wordStart: 4,
  /** Every concept is in the name, or is a shelf, a maker, an origin, a pack or a fact. */
  meaning: 5,
  /** Every term begins a word of the name or the description. */
  description: 6,
  /** Every concept is there, some of them in the description only. */
  meaningDescription: 7,
  /** Some term is only inside a word: "nut" is in "donut". */
  insideName: 8,
  insideDescription: 9,
  similarName: 10,
  similarDescription: 11,
} as const
export const TIER_COUNT = Object.keys(TIER).length

/** Where a product has a term of the search. The better place has the higher number. */
const PLACE = {
  nowhere: 0,
  insideDescription: 1,
  insideName: 2,
  description: 3,
  wordStart: 4,
  nameWord: 5,
} as const
type Place = (typeof PLACE)[keyof typeof PLACE]

/** Each term costs a lookup, so a search ignores terms and words beyond this number. */
const TERMS_MAX = 10

/** The rest of a longer phrase is ignored: folding makes up to 18 letters of one, such as ㌖ or ﷺ. */
const PHRASE_MAX_LENGTH = 200

export type Search = {
  /** The whole search, folded. */
  phrase: string
  /** The distinct parts of the phrase between spaces, with their punctuation. */
  terms: readonly string[]
  /** The distinct words of the phrase, without punctuation. */
  words: readonly string[]
  concepts: readonly Concept[]
}

/** Returns null when the folded text is empty: there is nothing to search for. */
export function parseSearch(text: string, known?: KnownWords): Search | null {
  const phrase = foldText(text).slice(0, PHRASE_MAX_LENGTH).trimEnd()
  if (phrase === '') return null
  return {
    phrase,
    terms: firstDistinct(phrase.split(' ')),
    words: firstDistinct(foldWords(phrase)),
    concepts: conceptsOf(phrase, known),
  }
}

function firstDistinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].slice(0, TERMS_MAX)
}

/** Whether a match is only by letters inside words, or by similar words. Every sort lists it last. */
export function isLooseTier(tier: number): boolean {
  return tier >= TIER.insideName
}

const INSIDE = [PLACE.insideDescription, PLACE.insideName] as const
const AT_WORD_START = [PLACE.description, PLACE.wordStart] as const
const AS_WORD = [PLACE.description, PLACE.nameWord] as const

/** The forms of a word differ by an ending of at most this length, such as -ies. */
const ENDING_LENGTH_MAX = 3

/** A term of a product's text. */
export type ParsedTerm = {
  text: string
  /** The words of the term, without punctuation. */
  words: readonly string[]
}

export function parseTerm(text: string): ParsedTerm {
  return { text, words: foldWords(text) }
}

/**
 * Returns a function that tells how a term contains the searched one: as a word or its plural, at
 * the beginning of a word, or inside one. It returns the places in a description and in a name.
 */
export function createPlaceTest(searched: string) {
  const stem = stemOf(searched)
  const longestForm = searched.length + ENDING_LENGTH_MAX
  return function placesOf({ text, words }: ParsedTerm): readonly [inDescription: Place, inName: Place] {
    const begins = text.startsWith(searched) || words.some((word) => word.startsWith(searched))
    if (!begins) return INSIDE
    const isWord =
      text === searched || words.some((word) => word.length <= longestForm && stemOf(word) === stem)
    return isWord ? AS_WORD : AT_WORD_START
  }
}

/** The tier of a product by the worst place of the terms; null when a term is nowhere. */
export function literalTier(place: number, foldedName: string, { phrase }: Search): number | null {
  const isPrefix = place >= PLACE.wordStart && foldedName.startsWith(phrase)
  if (isPrefix && foldedName.length === phrase.length) return TIER.exactName
  if (place === PLACE.nameWord) return isPrefix ? TIER.namePrefix : TIER.nameWord
  if (place === PLACE.wordStart) return isPrefix ? TIER.nameStart : TIER.wordStart
  if (place === PLACE.description) return TIER.description
  if (place === PLACE.insideName) return TIER.insideName
  return place === PLACE.insideDescription ? TIER.insideDescription : null
}

/** Returns a function that computes the tier of a product; null when the product does not match. */
export function createMatcher(search: Search) {
  const { terms, words, concepts } = search
  const placeTests = terms.map((term) => ({ term, placesOf: createPlaceTest(term) }))
  const wordTests = words.map((word) => ({ word, isSimilar: createSimilarTest(word) }))

  return function tierOf(product: Product): number | null {
    const name = foldText(product.name)
    const description = foldText(product.description)
    const literal = literalTier(worstPlace(name, description), name, search)
    if (literal !== null && literal < TIER.meaning) return literal
    const meant = meaningTier(product)
    if (literal !== null || meant !== null) return Math.min(literal ?? TIER_COUNT, meant ?? TIER_COUNT)
    // A search of punctuation alone has no words.
    if (words.length === 0) return null
    if (hasEveryWordOrSimilar(name)) return TIER.similarName
    return hasEveryWordOrSimilar(`${name} ${description}`) ? TIER.similarDescription : null
  }

  function worstPlace(name: string, description: string): number {
    return Math.min(
      ...placeTests.map(({ term, placesOf }) => {
        const placesIn = (text: string, part: 0 | 1) =>
          text
            .split(' ')
            .filter((own) => own.includes(term))
            .map((own) => placesOf(parseTerm(own))[part])
        return Math.max(PLACE.nowhere, ...placesIn(description, 0), ...placesIn(name, 1))
      }),
    )
  }

  function meaningTier(product: Product): number | null {
    if (concepts.length === 0) return null
    const keys = new Set([...keysOfText(product.name), ...keywordsOf(product)])
    if (concepts.every((concept) => hasConcept(keys, concept))) return TIER.meaning
    for (const key of keysOfText(product.description)) keys.add(key)
    return concepts.every((concept) => hasConcept(keys, concept)) ? TIER.meaningDescription : null
  }

  function hasEveryWordOrSimilar(text: string): boolean {
    const textWords = foldWords(text)
    return wordTests.every(({ word, isSimilar }) => text.includes(word) || textWords.some(isSimilar))
  }
}

function hasConcept(keys: ReadonlySet<string>, concept: Concept): boolean {
  return concept.some((alternative) => alternative.every((key) => keys.has(key)))
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
