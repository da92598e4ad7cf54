import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { nameTier, type Search, TIER } from '@nashta/contracts/catalogue/search-rule'
import { createVocabulary } from './vocabulary.ts'

/** Where a product has what was searched; 0 when it does not have it. */
const IN_DESCRIPTION = 1
const IN_NAME = 2

/** The slots of the products that have a term in the name, and in the description. */
type Postings = { name: number[]; description: number[] }
type Text = { name: string; description: string }

/** An inverted index: for each term of the catalogue, the products that have it. It follows the rule of `createMatcher`. */
export function createTextIndex() {
  const vocabulary = createVocabulary<Postings>(() => ({ name: [], description: [] }))

  /** For each word the terms that contain it or have a similar word. Empty when that would find no more products. */
  function findSimilar({ terms, words }: Search): Postings[][] {
    const similar = words.map((word) => vocabulary.similarTo(word))
    const isSame = words.join(' ') === terms.join(' ') && similar.every(({ length }) => length === 0)
    return isSame ? [] : words.map((word, index) => vocabulary.containing(word).concat(similar[index]!))
  }

  return {
    add(slot: number, text: Text) {
      for (const [term, list] of postingsOf(text)) vocabulary.getOrCreate(term)[list].push(slot)
    },

    remove(slot: number, text: Text) {
      for (const [term, list] of postingsOf(text)) {
        const postings = vocabulary.getOrCreate(term)
        postings[list].splice(postings[list].indexOf(slot), 1)
        if (postings.name.length === 0 && postings.description.length === 0) vocabulary.remove(term)
      }
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
function worstPlaces(found: readonly Postings[][], size: number): Uint8Array {
  const [first = new Uint8Array(size), ...others] = found.map((terms) => bestPlaces(terms, size))
  for (const places of others) {
    for (let slot = 0; slot < size; slot++) if (places[slot]! < first[slot]!) first[slot] = places[slot]!
  }
  return first
}

/** By slot: the best place where the product has one of the terms. */
function bestPlaces(terms: readonly Postings[], size: number): Uint8Array {
  const places = new Uint8Array(size)
  for (const { description } of terms) for (const slot of description) places[slot] = IN_DESCRIPTION
  for (const { name } of terms) for (const slot of name) places[slot] = IN_NAME
  return places
}

function* postingsOf({ name, description }: Text): Generator<[term: string, list: keyof Postings]> {
  for (const term of termsOf(name)) yield [term, 'name']
  for (const term of termsOf(description)) yield [term, 'description']
}

function termsOf(text: string): Set<string> {
  return new Set(foldText(text).split(' '))
}
