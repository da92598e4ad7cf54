import { endOfPrefix, lowerBound, similarWords } from './similar-words.ts'

/** Shorter words are similar to too many others. */
const TYPO_FROM_LENGTH = 4
const TWO_TYPOS_FROM_LENGTH = 8
/** A mistyped number is another number, so numbers have no similar words. */
const NUMBER = /^\p{N}+$/u
/** A single Latin letter or digit is inside many words, so it is only searched as a prefix. */
const SINGLE_LETTER = /^[a-z\d]$/
const GRAM_LENGTHS = [1, 2, 3]
const TRIGRAM_LENGTH = 3

export type WordMatches<V> = {
  /** The values of the words that begin with the searched word or, when no word contains it, with a similar one. */
  prefix: V[]
  /** The values of the words that contain the searched word after their beginning. */
  inside: V[]
  /** Whether no word contains the searched one, so that `prefix` holds similar words, if any. */
  isSimilar: boolean
}

type Entry<V> = { word: string; value: V }

/** The distinct words of the catalogue with a value for each, indexed by n-grams and, for typos, in sorted order. */
export function createVocabulary<V>(createValue: () => V) {
  const entries = new Map<string, Entry<V>>()
  /** For each sequence of one, two or three letters, the words that contain it. */
  const wordsByGram = new Map<string, Entry<V>[]>()
  let sorted: string[] | undefined

  function sortedWords(): string[] {
    sorted ??= [...entries.keys()].toSorted(byCodeUnits)
    return sorted
  }

  function add(word: string): Entry<V> {
    const entry = { word, value: createValue() }
    entries.set(word, entry)
    for (const gram of gramsOf(word)) {
      const words = wordsByGram.get(gram)
      if (words) words.push(entry)
      else wordsByGram.set(gram, [entry])
    }
    sorted?.splice(lowerBound(sorted, word), 0, word)
    return entry
  }

  function startingWith(letter: string): Entry<V>[] {
    const all = sortedWords()
    const start = lowerBound(all, letter)
    const words = all.slice(start, endOfPrefix(all, letter, start))
    return words.flatMap((word) => entries.get(word) ?? [])
  }

  /**
   * Entries of the words that may match: those that contain the rarest trigram of `word`. For two or three letters they
   * are the words that contain `word`, for a single letter those that begin with it.
   */
  function candidates(word: string): readonly Entry<V>[] {
    if (SINGLE_LETTER.test(word)) return startingWith(word)
    if (word.length <= TRIGRAM_LENGTH) return wordsByGram.get(word) ?? []
    let rarest: readonly Entry<V>[] | undefined
    for (let start = 0; start + TRIGRAM_LENGTH <= word.length; start++) {
      const words = wordsByGram.get(word.slice(start, start + TRIGRAM_LENGTH)) ?? []
      if (!rarest || words.length < rarest.length) rarest = words
    }
    return rarest ?? []
  }

  function similar(word: string): V[] {
    if (word.length < TYPO_FROM_LENGTH || NUMBER.test(word)) return []
    const oneTypo = similarWords(sortedWords(), word, 1)
    const words =
      oneTypo.length === 0 && word.length >= TWO_TYPOS_FROM_LENGTH
        ? similarWords(sortedWords(), word, 2)
        : oneTypo
    return words.flatMap((found) => entries.get(found)?.value ?? [])
  }

  return {
    /** The value of the word. A new word is added. */
    getOrCreate(word: string): V {
      return (entries.get(word) ?? add(word)).value
    },

    remove(word: string) {
      const entry = entries.get(word)
      if (!entry) return
      entries.delete(word)
      for (const gram of gramsOf(word)) {
        const words = wordsByGram.get(gram) ?? []
        if (words.length === 1) wordsByGram.delete(gram)
        else words.splice(words.indexOf(entry), 1)
      }
      sorted?.splice(lowerBound(sorted, word), 1)
    },

    match(word: string): WordMatches<V> {
      const matches: WordMatches<V> = { prefix: [], inside: [], isSimilar: false }
      for (const candidate of candidates(word)) {
        // The candidates of a word of up to three letters are known to contain it.
        if (candidate.word.startsWith(word)) matches.prefix.push(candidate.value)
        else if (word.length <= TRIGRAM_LENGTH || candidate.word.includes(word))
          matches.inside.push(candidate.value)
      }
      const isFound = matches.prefix.length > 0 || matches.inside.length > 0
      return isFound ? matches : { prefix: similar(word), inside: [], isSimilar: true }
    },

    prepare() {
      sortedWords()
    },
  }
}

function gramsOf(word: string): Set<string> {
  const grams = new Set<string>()
  for (const length of GRAM_LENGTHS) {
    for (let start = 0; start + length <= word.length; start++) {
      const gram = word.slice(start, start + length)
      if (!SINGLE_LETTER.test(gram)) grams.add(gram)
    }
  }
  return grams
}

// The order of `<`, on which `lowerBound` relies.
function byCodeUnits(a: string, b: string) {
  if (a === b) return 0
  return a < b ? -1 : 1
}
