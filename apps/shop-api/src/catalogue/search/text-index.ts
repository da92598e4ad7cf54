import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { nameTier, type Search, TIER } from '@nashta/contracts/catalogue/search-rule'
import { createVocabulary, type Term } from './vocabulary.ts'

/**
 * The places where a product can contain a term. The better place has the higher number, and 0 is
 * nowhere.
 */
const IN_DESCRIPTION = 1
const IN_NAME = 2

type Text = { name: string; description: string }

/**
 * An inverted index: for each term of the catalogue, the products that have the term. The index
 * follows the rule of `createMatcher`.
 */
export function createTextIndex() {
  const vocabulary = createVocabulary()
  /**
   * Each array has the place of every product, by slot. Searches reuse the arrays, which spares the
   * garbage collector. Only `findWorstPlaces` uses `scratch`.
   */
  let [literalPlaces, similarPlaces, scratch] = createArrays(0)

  /**
   * For each searched word, the terms that contain the word or a similar one. Empty when each
   * searched term is a single word without similar ones: the literal search then finds the same.
   */
  function findSimilarTerms({ terms, words }: Search): (readonly Term[])[] {
    const similar = words.map((word) => vocabulary.similarTo(word))
    const areTermsWords = words.join(' ') === terms.join(' ')
    const hasSimilar = similar.some(({ length }) => length > 0)
    if (areTermsWords && !hasSimilar) return []
    return words.map((word, index) => vocabulary.containing(word).concat(similar[index]!))
  }

  /**
   * For each searched term or word, `matches` has the terms of the catalogue that match it. A
   * product has such a term in its name, only in its description, or nowhere. Sets `worst`, by
   * slot, to the worst of these places: 0 if one searched term is nowhere in the product. An empty
   * `matches` gives 0 for every product.
   */
  function findWorstPlaces(matches: readonly (readonly Term[])[], worst: Uint8Array) {
    const [first = [], ...others] = matches
    const places = scratch
    findBestPlaces(first, worst)
    for (const terms of others) {
      findBestPlaces(terms, places)
      for (let slot = 0; slot < worst.length; slot++) {
        if (places[slot]! < worst[slot]!) worst[slot] = places[slot]!
      }
    }
  }

  return {
    add(slot: number, text: Text) {
      for (const [term, posting] of postingsOf(slot, text)) vocabulary.addPosting(term, posting)
    },

    remove(slot: number, text: Text) {
      for (const [term, posting] of postingsOf(slot, text)) vocabulary.removePosting(term, posting)
    },

    /** Sorts the words now, so that the first search does not have to wait for it. */
    prepare() {
      vocabulary.prepare()
    },

    /**
     * For each slot, the tier of its product plus one, or 0 when the product does not match. `size`
     * is the number of slots.
     */
    rank(search: Search, foldedNames: readonly string[], size: number): Uint8Array {
      if (literalPlaces.length < size) [literalPlaces, similarPlaces, scratch] = createArrays(size)
      findWorstPlaces(
        search.terms.map((term) => vocabulary.containing(term)),
        literalPlaces,
      )
      findWorstPlaces(findSimilarTerms(search), similarPlaces)
      const ranks = new Uint8Array(size)
      for (let slot = 0; slot < size; slot++) {
        if (literalPlaces[slot] === IN_NAME) ranks[slot] = nameTier(foldedNames[slot]!, search) + 1
        else if (literalPlaces[slot] === IN_DESCRIPTION) ranks[slot] = TIER.description + 1
        else if (similarPlaces[slot] === IN_NAME) ranks[slot] = TIER.similarName + 1
        else if (similarPlaces[slot] === IN_DESCRIPTION) ranks[slot] = TIER.similarDescription + 1
      }
      return ranks
    },
  }
}

function createArrays(size: number): [Uint8Array, Uint8Array, Uint8Array] {
  return [new Uint8Array(size), new Uint8Array(size), new Uint8Array(size)]
}

/** Sets `best`, by slot, to the best place where the product contains one of the terms. */
function findBestPlaces(terms: readonly Term[], best: Uint8Array) {
  best.fill(0)
  for (const { postings } of terms) {
    for (const posting of postings) {
      const slot = slotOf(posting)
      const place = placeOf(posting)
      if (best[slot]! < place) best[slot] = place
    }
  }
}

// The last bit of a posting is 1 for a name and 0 for a description. The other bits are the slot.

function* postingsOf(slot: number, { name, description }: Text): Generator<[term: string, posting: number]> {
  for (const term of termsOf(name)) yield [term, slot * 2 + 1]
  for (const term of termsOf(description)) yield [term, slot * 2]
}

function slotOf(posting: number): number {
  return posting >> 1
}

function placeOf(posting: number): number {
  return posting & 1 ? IN_NAME : IN_DESCRIPTION
}

function termsOf(text: string): Set<string> {
  return new Set(foldText(text).split(' '))
}
