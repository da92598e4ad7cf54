import { foldText } from '@nashta/contracts/catalogue/fold-text'
import type { Product } from '@nashta/contracts/catalogue/product'
import {
  createPlaceTest,
  literalTier,
  type Search,
  TIER,
} from '@nashta/contracts/catalogue/search/search-rule'
import { createKeywordGroups } from './keyword-groups.ts'
import { createVocabulary, type Term } from './vocabulary.ts'

/** Where a product has a concept or a similar word. The better place has the higher number. */
const NOWHERE = 0
const IN_DESCRIPTION = 1
const IN_NAME = 2
/** One place for each product, by slot. */
type Places = Uint8Array
/** Returns the places of a term that matches a part of the search, in descriptions and in names. */
type PlacesOf = (term: Term) => readonly [inDescription: number, inName: number]

/** The terms of the catalogue that match a part of the search. */
type TermsOfPart = { matching: readonly Term[]; placesOf: PlacesOf }

const NAME_OR_DESCRIPTION = [IN_DESCRIPTION, IN_NAME] as const
const nameOrDescription: PlacesOf = () => NAME_OR_DESCRIPTION

/**
 * An inverted index: for each term of the catalogue, the products that have the term. Products
 * match by the rule in `search-rule.ts`.
 */
export function createTextIndex() {
  const vocabulary = createVocabulary()
  const keywordGroups = createKeywordGroups()
  // Searches reuse these arrays, which spares the garbage collector.
  let literalPlaces: Places = new Uint8Array(0)
  let meantPlaces: Places = new Uint8Array(0)
  let similarPlaces: Places = new Uint8Array(0)
  let placesOfPart: Places = new Uint8Array(0)
  let placesOfAlternative: Places = new Uint8Array(0)
  let placesOfKey: Places = new Uint8Array(0)

  function growArrays(size: number) {
    if (literalPlaces.length >= size) return
    literalPlaces = new Uint8Array(size)
    meantPlaces = new Uint8Array(size)
    similarPlaces = new Uint8Array(size)
    placesOfPart = new Uint8Array(size)
    placesOfAlternative = new Uint8Array(size)
    placesOfKey = new Uint8Array(size)
  }

  /** Sets `literalPlaces`. A product matches if it contains every searched term. */
  function setLiteralPlaces({ terms }: Search) {
    const parts = terms.map((term) => ({
      matching: vocabulary.containing(term),
      placesOf: createPlaceTest(term),
    }))
    setPlacesOfTerms(literalPlaces, parts)
  }

  /** A product matches if it contains one of the terms of each part. */
  function setPlacesOfTerms(places: Places, parts: readonly TermsOfPart[]) {
    // A part without terms is nowhere, so the terms of the other parts need not be looked at.
    const isPossible = parts.every(({ matching }) => matching.length > 0)
    setWorstPlaces(places, isPossible ? parts : [], ({ matching, placesOf }, ofPart) =>
      addBestPlaces(ofPart, matching, placesOf),
    )
  }

  /**
   * Sets `meantPlaces`. A product matches if it has every concept: one of the concept's alternatives,
   * with all keys of the alternative (see `search-meaning.ts`).
   */
  function setMeantPlaces({ concepts }: Search) {
    setWorstPlaces(meantPlaces, concepts, (concept, places) => {
      addPlacesOfKeys(new Set(concept.filter(isOneKey).flat()), places)
      for (const keys of concept.filter((alternative) => !isOneKey(alternative))) {
        addPlacesOfAllKeys(keys, places)
      }
    })
  }

  /** A product needs one of the keys. Keys share terms, so the terms are collected in a set. */
  function addPlacesOfKeys(keys: ReadonlySet<string>, places: Places) {
    const terms = new Set<Term>()
    for (const key of keys) {
      for (const term of vocabulary.withKey(key)) terms.add(term)
      keywordGroups.visitSlotsWith(key, (slot) => {
        places[slot] = IN_NAME
      })
    }
    addBestPlaces(places, terms, nameOrDescription)
  }

  /** A product needs all of the keys. */
  function addPlacesOfAllKeys(keys: readonly string[], places: Places) {
    const addPlaces = (key: string, ofKey: Places) => addPlacesOfKeys(new Set([key]), ofKey)
    setWorstPlaces(placesOfAlternative, keys, addPlaces, placesOfKey)
    for (let slot = 0; slot < places.length; slot++) {
      if (places[slot]! < placesOfAlternative[slot]!) places[slot] = placesOfAlternative[slot]!
    }
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
    const parts = words.map((word, index) => ({
      matching: vocabulary.containing(word).concat(similar[index]!),
      placesOf: nameOrDescription,
    }))
    setPlacesOfTerms(similarPlaces, parts)
  }

  /**
   * Sets the worst place that each product has of the parts: for the search `spicy nuts`, a product
   * with `spicy` in the name and `nuts` only in the description gets IN_DESCRIPTION.
   */
  function setWorstPlaces<Part>(
    places: Places,
    parts: readonly Part[],
    addPlacesOfPart: (part: Part, places: Places) => void,
    ofPart = placesOfPart,
  ) {
    const [first, ...others] = parts
    places.fill(NOWHERE)
    if (first === undefined) return
    addPlacesOfPart(first, places)
    for (const part of others) {
      ofPart.fill(NOWHERE)
      addPlacesOfPart(part, ofPart)
      for (let slot = 0; slot < places.length; slot++) {
        if (ofPart[slot]! < places[slot]!) places[slot] = ofPart[slot]!
      }
    }
  }

  return {
    add(slot: number, product: Product) {
      for (const [term, posting] of postingsOf(slot, product)) vocabulary.addPosting(term, posting)
      keywordGroups.add(slot, product)
    },

    remove(slot: number, product: Product) {
      for (const [term, posting] of postingsOf(slot, product)) vocabulary.removePosting(term, posting)
      keywordGroups.remove(slot, product)
    },

    /** Sorts the words now, so that the first search need not wait for the sorting. */
    sortWordsAhead() {
      vocabulary.sortWordsAhead()
    },

    hasWord(word: string): boolean {
      return vocabulary.hasWord(word)
    },

    /** The word of the catalogue that is most like `word`; undefined when none is. */
    nearestWord(word: string): string | undefined {
      return vocabulary.nearestWord(word)
    },

    /**
     * For each slot, the tier of its product plus one, or 0 when the product does not match. `size`
     * is the number of slots.
     */
    rank(search: Search, foldedNames: readonly string[], size: number): Uint8Array {
      growArrays(size)
      setLiteralPlaces(search)
      setMeantPlaces(search)
      setSimilarPlaces(search)
      const ranks = new Uint8Array(size)
      for (let slot = 0; slot < size; slot++) {
        let tier = literalTier(literalPlaces[slot]!, foldedNames[slot]!, search) ?? NO_TIER
        const meant = meantPlaces[slot]
        if (meant === IN_NAME && tier > TIER.meaning) tier = TIER.meaning
        else if (meant === IN_DESCRIPTION && tier > TIER.meaningDescription) tier = TIER.meaningDescription
        if (tier === NO_TIER && similarPlaces[slot] !== NOWHERE) {
          tier = similarPlaces[slot] === IN_NAME ? TIER.similarName : TIER.similarDescription
        }
        if (tier !== NO_TIER) ranks[slot] = tier + 1
      }
      return ranks
    },
  }
}

/** Higher than every tier. */
const NO_TIER = 255

function isOneKey(alternative: readonly string[]) {
  return alternative.length === 1
}

/** Raises each product's place to the best place where the product contains one of the terms. */
function addBestPlaces(best: Places, terms: Iterable<Term>, placesOf: PlacesOf) {
  for (const term of terms) {
    const [inDescription, inName] = placesOf(term)
    for (const posting of term.postings) {
      const slot = slotOf(posting)
      const place = isInName(posting) ? inName : inDescription
      if (best[slot]! < place) best[slot] = place
    }
  }
}

// The last bit of a posting is 1 for a name and 0 for a description. The other bits are the slot.

function* postingsOf(
  slot: number,
  { name, description }: Pick<Product, 'name' | 'description'>,
): Generator<[term: string, posting: number]> {
  for (const term of termsOf(name)) yield [term, slot * 2 + 1]
  for (const term of termsOf(description)) yield [term, slot * 2]
}

function slotOf(posting: number): number {
  return posting >> 1
}

function isInName(posting: number): boolean {
  return (posting & 1) === 1
}

function termsOf(text: string): Set<string> {
  return new Set(foldText(text).split(' '))
}
