import { keysOfWord } from '@nashta/contracts/catalogue/search/search-meaning'
import { type ParsedTerm, parseTerm } from '@nashta/contracts/catalogue/search/search-rule'
import { allowedTypos } from '@nashta/contracts/catalogue/search/typos'
import { lowerBound, similarWords } from './similar-words.ts'

const GRAM_LENGTH_MAX = 3
/** With more typos, words are not alike. */
export const NEAREST_TYPOS_MAX = 2

/**
 * A term of the catalogue, with one posting for each name and each description that contains it. A
 * posting is a number: 2 × slot when the product's description contains the term, 2 × slot + 1 when
 * its name does.
 */
export type Term = ParsedTerm & { postings: number[] }
type TermsByKey = Map<string, Term[]>

/**
 * The distinct terms of the catalogue. A literal search finds terms by their grams, which are short
 * sequences of letters. A search with typos finds terms by their words.
 */
export function createVocabulary() {
  const terms = new Map<string, Term>()
  const byGram: TermsByKey = new Map()
  const byWord: TermsByKey = new Map()
  /** By the keys of concepts: the stem and the sound of each word. */
  const byKey: TermsByKey = new Map()
  /**
   * The words of `byWord`, sorted. Undefined until the first call of `sortedWords`. Sorting all
   * words once is faster than inserting each word at its place while the catalogue is filled.
   */
  let sorted: string[] | undefined

  function sortedWords(): string[] {
    sorted ??= [...byWord.keys()].toSorted(byCodeUnits)
    return sorted
  }

  function add(text: string): Term {
    const term = { ...parseTerm(text), postings: [] }
    terms.set(text, term)
    for (const gram of gramsOf(text)) addTo(byGram, gram, term)
    for (const word of new Set(term.words)) {
      const isNew = addTo(byWord, word, term)
      if (isNew) sorted?.splice(lowerBound(sorted, word), 0, word)
    }
    for (const key of keysOf(term)) addTo(byKey, key, term)
    return term
  }

  /**
   * All terms that contain `text`, and some that do not. A term with `text` has every gram of
   * `text`, so the terms of the rarest gram are enough. Only the longest grams are tried, because
   * they are rarer.
   */
  function findCandidates(text: string): Term[] {
    const gramLength = Math.min(text.length, GRAM_LENGTH_MAX)
    let rarest = byGram.get(text.slice(0, gramLength)) ?? []
    for (let start = 1; start + gramLength <= text.length; start++) {
      const gram = text.slice(start, start + gramLength)
      const termsOfGram = byGram.get(gram) ?? []
      if (termsOfGram.length < rarest.length) rarest = termsOfGram
    }
    return rarest
  }

  /** In how many texts the word is. */
  function weightOf(word: string) {
    return (byWord.get(word) ?? []).reduce((sum, { postings }) => sum + postings.length, 0)
  }

  return {
    addPosting(text: string, posting: number) {
      const { postings } = terms.get(text) ?? add(text)
      postings.push(posting)
    },

    /** Also removes the term when no product contains it any more. */
    removePosting(text: string, posting: number) {
      const term = terms.get(text)
      if (!term) return
      term.postings.splice(term.postings.indexOf(posting), 1)
      if (term.postings.length > 0) return
      terms.delete(text)
      for (const gram of gramsOf(text)) removeFrom(byGram, gram, term)
      for (const word of new Set(term.words)) {
        const wasLast = removeFrom(byWord, word, term)
        if (wasLast) sorted?.splice(lowerBound(sorted, word), 1)
      }
      for (const key of keysOf(term)) removeFrom(byKey, key, term)
    },

    /** The terms that contain `text`. */
    containing(text: string): readonly Term[] {
      const found = findCandidates(text)
      // A text that is no longer than a gram is a gram itself, so every candidate contains it.
      return text.length <= GRAM_LENGTH_MAX ? found : found.filter((term) => term.text.includes(text))
    },

    /** The terms that have a word with the key. */
    withKey(key: string): readonly Term[] {
      return byKey.get(key) ?? []
    },

    /** The terms that have a word similar to `word`, or the same word with an apostrophe. */
    similarTo(word: string): readonly Term[] {
      const maxTypos = allowedTypos(word)
      if (maxTypos === 0) return (byWord.get(word) ?? []).filter(({ text }) => !text.includes(word))
      return similarWords(sortedWords(), word, maxTypos).flatMap((similar) => byWord.get(similar) ?? [])
    },

    hasWord(word: string): boolean {
      return byWord.has(word)
    },

    /** The word that needs the fewest typos, and of several the one in most texts. */
    nearestWord(word: string): string | undefined {
      for (let typos = 1; typos <= NEAREST_TYPOS_MAX && typos < word.length - 1; typos++) {
        const near = similarWords(sortedWords(), word, typos).filter(
          ({ length }) => Math.abs(length - word.length) <= typos,
        )
        if (near.length > 0) return near.toSorted((a, b) => weightOf(b) - weightOf(a))[0]
      }
      return undefined
    },

    /** Sorts the words now, so that the first call of `similarTo` need not wait. */
    sortWordsAhead() {
      sortedWords()
    },
  }
}

function keysOf({ words }: Term): Set<string> {
  return new Set(words.flatMap(keysOfWord))
}

/** The grams of a text are its sequences of one, two and three letters. */
function gramsOf(text: string): Set<string> {
  const grams = new Set<string>()
  for (let start = 0; start < text.length; start++) {
    const end = Math.min(start + GRAM_LENGTH_MAX, text.length)
    for (let to = start + 1; to <= end; to++) grams.add(text.slice(start, to))
  }
  return grams
}

/** Returns whether the key is new. */
function addTo(map: TermsByKey, key: string, term: Term): boolean {
  const list = map.get(key)
  if (list) list.push(term)
  else map.set(key, [term])
  return !list
}

/** Returns whether the key has no terms any more. */
function removeFrom(map: TermsByKey, key: string, term: Term): boolean {
  const list = map.get(key) ?? []
  list.splice(list.indexOf(term), 1)
  const wasLast = list.length === 0
  if (wasLast) map.delete(key)
  return wasLast
}

/** Sorts like `<`, because `lowerBound` compares words with `<`. */
function byCodeUnits(a: string, b: string) {
  if (a === b) return 0
  return a < b ? -1 : 1
}
