import { lowerBound, similarWords } from './similar-words.ts'

/** Shorter words have too many neighbours to guess what was meant. */
const TYPO_FROM_LENGTH = 4
const TWO_TYPOS_FROM_LENGTH = 8
const NUMBER = /^\p{N}+$/u
/** Nearly every word has it somewhere, so it means the beginning of one; in other scripts it may be a whole word. */
const SINGLE_LETTER = /^[a-z\d]$/
const GRAM_LENGTHS = [1, 2, 3]
const LONGEST_GRAM = 3

export type WordMatches<V> = {
  /** For words that begin with it; where none has it at all, for those that begin with something similar. */
  beginning: V[]
  /** For words that have it further on. */
  inside: V[]
  isSimilar: boolean
}

type Entry<V> = { word: string; value: V }

/** Every word of the catalogue, once, and what is kept for it. */
export function createVocabulary<V>(create: () => V) {
  const entries = new Map<string, Entry<V>>()
  /** The words that have these one, two or three letters in a row: those with a longer piece are among them. */
  const grams = new Map<string, Entry<V>[]>()
  let sorted: string[] | undefined

  function inOrder(): string[] {
    sorted ??= [...entries.keys()].toSorted(byCodeUnits)
    return sorted
  }

  function add(word: string): Entry<V> {
    const entry = { word, value: create() }
    entries.set(word, entry)
    for (const gram of gramsOf(word)) {
      const known = grams.get(gram)
      if (known) known.push(entry)
      else grams.set(gram, [entry])
    }
    sorted?.splice(lowerBound(sorted, word), 0, word)
    return entry
  }

  function startingWith(letter: string): Entry<V>[] {
    const all = inOrder()
    const words = all.slice(lowerBound(all, letter), lowerBound(all, `${letter}\uffff`))
    return words.flatMap((known) => entries.get(known) ?? [])
  }

  /** More than those that have it only if it is longer than a gram; then the fewest that a gram knows. */
  function candidates(word: string): readonly Entry<V>[] {
    if (SINGLE_LETTER.test(word)) return startingWith(word)
    if (word.length <= LONGEST_GRAM) return grams.get(word) ?? []
    let fewest: readonly Entry<V>[] | undefined
    for (let start = 0; start + LONGEST_GRAM <= word.length; start++) {
      const known = grams.get(word.slice(start, start + LONGEST_GRAM)) ?? []
      if (!fewest || known.length < fewest.length) fewest = known
    }
    return fewest ?? []
  }

  function similar(word: string): V[] {
    if (word.length < TYPO_FROM_LENGTH || NUMBER.test(word)) return []
    const once = similarWords(inOrder(), word, 1)
    const words =
      once.length === 0 && word.length >= TWO_TYPOS_FROM_LENGTH ? similarWords(inOrder(), word, 2) : once
    return words.flatMap((known) => entries.get(known)?.value ?? [])
  }

  return {
    /** Kept for the word, and made if it is new. */
    of(word: string): V {
      return (entries.get(word) ?? add(word)).value
    },

    remove(word: string) {
      const entry = entries.get(word)
      if (!entry) return
      entries.delete(word)
      for (const gram of gramsOf(word)) {
        const known = grams.get(gram) ?? []
        if (known.length === 1) grams.delete(gram)
        else known.splice(known.indexOf(entry), 1)
      }
      sorted?.splice(lowerBound(sorted, word), 1)
    },

    match(word: string): WordMatches<V> {
      const matches: WordMatches<V> = { beginning: [], inside: [], isSimilar: false }
      for (const { word: known, value } of candidates(word)) {
        if (known.startsWith(word)) matches.beginning.push(value)
        else if (word.length <= LONGEST_GRAM || known.includes(word)) matches.inside.push(value)
      }
      const isKnown = matches.beginning.length > 0 || matches.inside.length > 0
      return isKnown ? matches : { beginning: similar(word), inside: [], isSimilar: true }
    },

    /** Ahead of the first who mistype: a large vocabulary takes a moment to sort. */
    prepare() {
      inOrder()
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

// As `<` compares, which finding a place in the list relies on.
function byCodeUnits(a: string, b: string) {
  if (a === b) return 0
  return a < b ? -1 : 1
}
