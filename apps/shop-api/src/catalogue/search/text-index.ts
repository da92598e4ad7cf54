import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { nameTier, type Search, TIER } from '@nashta/contracts/catalogue/search-rule'
import { createVocabulary, type Term } from './vocabulary.ts'

/** The places where a product can contain a searched text. The better place has the higher number, and 0 is nowhere. */
const IN_DESCRIPTION = 1
const IN_NAME = 2

type Text = { name: string; description: string }

/** An inverted index: for each term of the catalogue, the products that have it. It follows the rule of `createMatcher`. */
export function createTextIndex() {
  const vocabulary = createVocabulary()
  /** Each array has the place of every product, by slot. Searches reuse them to spare the garbage collector. */
  let [literal, similar, ofOneText] = createArrays(0)

  /** For each word, the terms that contain it or have a similar word. Empty when the literal search has the same terms. */
  function findSimilar({ terms, words }: Search): (readonly Term[])[] {
    const similar = words.map((word) => vocabulary.similarTo(word))
    const addsNoTerms = words.join(' ') === terms.join(' ') && similar.every(({ length }) => length === 0)
    return addsNoTerms ? [] : words.map((word, index) => vocabulary.containing(word).concat(similar[index]!))
  }

  /**
   * `matches` has one list for each searched text: the terms that match it. The function finds each product's best place
   * for each text, and sets `worst`, by slot, to the worst of these places: 0 when the product lacks one of the texts. If
   * `matches` is empty, every place is 0.
   */
  function findWorstPlaces(matches: readonly (readonly Term[])[], worst: Uint8Array) {
    const [first = [], ...others] = matches
    const places = ofOneText
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

    /** Sorts the words ahead of the first search that needs them sorted. */
    prepare() {
      vocabulary.prepare()
    },

    /** By slot: the tier of the product plus one, or 0 when it does not match. Every slot is smaller than `size`. */
    rank(search: Search, foldedNames: readonly string[], size: number): Uint8Array {
      if (literal.length < size) [literal, similar, ofOneText] = createArrays(size)
      findWorstPlaces(
        search.terms.map((term) => vocabulary.containing(term)),
        literal,
      )
      findWorstPlaces(findSimilar(search), similar)
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

function* postingsOf(slot: number, { name, description }: Text): Generator<[term: string, posting: number]> {
  for (const term of termsOf(name)) yield [term, slot * 2 + 1]
  for (const term of termsOf(description)) yield [term, slot * 2]
}

// The last bit of a posting is 1 for a name and 0 for a description. The other bits are the slot.

function slotOf(posting: number): number {
  return posting >> 1
}

function placeOf(posting: number): number {
  return posting & 1 ? IN_NAME : IN_DESCRIPTION
}

function termsOf(text: string): Set<string> {
  return new Set(foldText(text).split(' '))
}
