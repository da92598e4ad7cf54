import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { nameTier, type Search, TIER } from '@nashta/contracts/catalogue/search-rule'
import { createVocabulary, type Term } from './vocabulary.ts'

/** The places where a product can contain a term. The better place has the higher number. */
const NOWHERE = 0
const IN_DESCRIPTION = 1
const IN_NAME = 2
/** One place for each product, by slot. */
type Places = Uint8Array

type NameAndDescription = { name: string; description: string }

/**
 * An inverted index: for each term of the catalogue, the products that have the term. Products
 * match by the rule in `search-rule.ts`.
 */
export function createTextIndex() {
  const vocabulary = createVocabulary()
  // Searches reuse these arrays, which spares the garbage collector.
  let literalPlaces: Places = new Uint8Array(0)
  let similarPlaces: Places = new Uint8Array(0)
  let placesOfOnePart: Places = new Uint8Array(0)

  function growArrays(size: number) {
    if (literalPlaces.length >= size) return
    literalPlaces = new Uint8Array(size)
    similarPlaces = new Uint8Array(size)
    placesOfOnePart = new Uint8Array(size)
  }

  /** Sets `literalPlaces`. A product matches if it contains every searched term. */
  function setLiteralPlaces({ terms }: Search) {
    const matches = terms.map((term) => vocabulary.containing(term))
    setPlaces(literalPlaces, matches)
  }

  /**
   * Sets `similarPlaces`. A product matches if it contains, for each searched word, this word or a
   * similar word.
   */
  function setSimilarPlaces({ terms, words }: Search) {
    const similar = words.map((word) => vocabulary.similarTo(word))
    const hasSimilarWords = similar.some(({ length }) => length > 0)
    const hasPunctuation = words.join(' ') !== terms.join(' ')
    const findsMoreThanLiteralSearch = hasSimilarWords || hasPunctuation
    if (!findsMoreThanLiteralSearch) {
      similarPlaces.fill(NOWHERE)
      return
    }
    const matches = words.map((word, index) => vocabulary.containing(word).concat(similar[index]!))
    setPlaces(similarPlaces, matches)
  }

  /**
   * Sets the place of each product. `matches` has, for each part of the search, the terms of the
   * catalogue that match this part. For each part the best place counts, and of all parts the
   * worst: for the search `spicy nuts`, a product with `spicy` in the name and `nuts` only in the
   * description gets IN_DESCRIPTION.
   */
  function setPlaces(places: Places, matches: readonly (readonly Term[])[]) {
    const [first, ...others] = matches
    if (!first) {
      places.fill(NOWHERE)
      return
    }
    setBestPlaces(places, first)
    for (const terms of others) {
      setBestPlaces(placesOfOnePart, terms)
      for (let slot = 0; slot < places.length; slot++) {
        places[slot] = Math.min(places[slot]!, placesOfOnePart[slot]!)
      }
    }
  }

  return {
    add(slot: number, product: NameAndDescription) {
      for (const [term, posting] of postingsOf(slot, product)) vocabulary.addPosting(term, posting)
    },

    remove(slot: number, product: NameAndDescription) {
      for (const [term, posting] of postingsOf(slot, product)) vocabulary.removePosting(term, posting)
    },

    /** Sorts the words now, so that the first search need not wait for the sorting. */
    sortWordsAhead() {
      vocabulary.sortWordsAhead()
    },

    /**
     * For each slot, the tier of its product plus one, or 0 when the product does not match. `size`
     * is the number of slots.
     */
    rank(search: Search, foldedNames: readonly string[], size: number): Uint8Array {
      growArrays(size)
      setLiteralPlaces(search)
      setSimilarPlaces(search)
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

/** Sets each product's place to the best place where the product contains one of the terms. */
function setBestPlaces(best: Places, terms: readonly Term[]) {
  best.fill(NOWHERE)
  for (const { postings } of terms) {
    for (const posting of postings) {
      const slot = slotOf(posting)
      const place = placeOf(posting)
      if (best[slot]! < place) best[slot] = place
    }
  }
}

// The last bit of a posting is 1 for a name and 0 for a description. The other bits are the slot.

function* postingsOf(
  slot: number,
  { name, description }: NameAndDescription,
): Generator<[term: string, posting: number]> {
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
