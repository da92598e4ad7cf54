import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { nameTier, type Search, TIER } from '@nashta/contracts/catalogue/search-rule'
import { createVocabulary, type Term } from './vocabulary.ts'

/** Where a product has what was searched; 0 when it does not have it. */
const IN_DESCRIPTION = 1
const IN_NAME = 2

type Text = { name: string; description: string }

/** An inverted index: for each term of the catalogue, the products that have it. It follows the rule of `createMatcher`. */
export function createTextIndex() {
  const vocabulary = createVocabulary()

  /** For each word the terms that contain it or have a similar word. Empty when that would find no more products. */
  function findSimilar({ terms, words }: Search): (readonly Term[])[] {
    const similar = words.map((word) => vocabulary.similarTo(word))
    const isSame = words.join(' ') === terms.join(' ') && similar.every(({ length }) => length === 0)
    return isSame ? [] : words.map((word, index) => vocabulary.containing(word).concat(similar[index]!))
  }

  return {
    add(slot: number, text: Text) {
      for (const [term, posting] of postingsOf(slot, text)) vocabulary.addPosting(term, posting)
    },

    remove(slot: number, text: Text) {
      for (const [term, posting] of postingsOf(slot, text)) vocabulary.removePosting(term, posting)
    },

    /** Sorts the words ahead of the first search that needs them sorted. */
    prepare() {
      vocabulary.prepare()
    },

    /** By slot: the tier of the product plus one, or 0 when it does not match. Every slot is smaller than `size`. */
    rank(search: Search, foldedNames: readonly string[], size: number): Uint8Array {
      const literal = worstPlaces(
        search.terms.map((term) => vocabulary.containing(term)),
        size,
      )
      const similar = worstPlaces(findSimilar(search), size)
      const ranks = new Uint8Array(size)
      for (let slot = 0; slot < size; slot++) {
        if (literal[slot] === IN_NAME) ranks[slot] = nameTier(foldedNames[slot]!, search) + 1
        else if (literal[slot] === IN_DESCRIPTION) ranks[slot] = TIER.description + 1
        else if (similar[slot] === IN_NAME) ranks[slot] = TIER.similarName + 1
        else if (similar[slot] === IN_DESCRIPTION) ranks[slot] = TIER.similarDescription + 1
      }
      return ranks
    },
  }
}

/** By slot: the worst place for all searched texts, each with the terms that match it. */
function worstPlaces(found: readonly (readonly Term[])[], size: number): Uint8Array {
  const [first = new Uint8Array(size), ...others] = found.map((terms) => bestPlaces(terms, size))
  for (const places of others) {
    for (let slot = 0; slot < size; slot++) if (places[slot]! < first[slot]!) first[slot] = places[slot]!
  }
  return first
}

/** By slot: the best place where the product has one of the terms. */
function bestPlaces(terms: readonly Term[], size: number): Uint8Array {
  const places = new Uint8Array(size)
  for (const { postings } of terms) {
    for (const posting of postings) {
      const slot = posting >> 1
      const place = posting & 1 ? IN_NAME : IN_DESCRIPTION
      if (places[slot]! < place) places[slot] = place
    }
  }
  return places
}

function* postingsOf(slot: number, { name, description }: Text): Generator<[term: string, posting: number]> {
  for (const term of termsOf(name)) yield [term, slot * 2 + 1]
  for (const term of termsOf(description)) yield [term, slot * 2]
}

function termsOf(text: string): Set<string> {
  return new Set(foldText(text).split(' '))
}
