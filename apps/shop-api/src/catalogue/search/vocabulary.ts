import { foldWords } from '@nashta/contracts/catalogue/fold-text'
import { allowedTypos } from '@nashta/contracts/catalogue/typos'
import { lowerBound, similarWords } from './similar-words.ts'

const GRAM_LENGTH_MAX = 3

type Entry<V> = { term: string; value: V }
type EntriesByKey<V> = Map<string, Entry<V>[]>

/** The distinct terms of the catalogue with a value for each, indexed by their letters and, for typos, by their words. */
export function createVocabulary<V>(createValue: () => V) {
  const entries = new Map<string, Entry<V>>()
  const byGram: EntriesByKey<V> = new Map()
  const byWord: EntriesByKey<V> = new Map()
  let sorted: string[] | undefined

  function sortedWords(): string[] {
    sorted ??= [...byWord.keys()].toSorted(byCodeUnits)
    return sorted
  }

  function add(term: string): Entry<V> {
    const entry = { term, value: createValue() }
    entries.set(term, entry)
    for (const gram of gramsOf(term)) addTo(byGram, gram, entry)
    for (const word of new Set(foldWords(term))) {
      const isNew = addTo(byWord, word, entry)
      if (isNew) sorted?.splice(lowerBound(sorted, word), 0, word)
    }
    return entry
  }

  /** The terms that contain the rarest gram of `text`. */
  function candidates(text: string): readonly Entry<V>[] {
    const longest = Math.min(text.length, GRAM_LENGTH_MAX)
    let rarest = byGram.get(text.slice(0, longest)) ?? []
    for (let end = longest + 1; end <= text.length; end++) {
      const list = byGram.get(text.slice(end - longest, end)) ?? []
      if (list.length < rarest.length) rarest = list
    }
    return rarest
  }

  return {
    /** The value of the term. A new term is added. */
    getOrCreate(term: string): V {
      return (entries.get(term) ?? add(term)).value
    },

    remove(term: string) {
      const entry = entries.get(term)
      if (!entry) return
      entries.delete(term)
      for (const gram of gramsOf(term)) removeFrom(byGram, gram, entry)
      for (const word of new Set(foldWords(term))) {
        const wasLast = removeFrom(byWord, word, entry)
        if (wasLast) sorted?.splice(lowerBound(sorted, word), 1)
      }
    },

    /** The values of the terms that contain `text`. */
    containing(text: string): V[] {
      const found = candidates(text)
      // A term that has the gram contains the text, when the text is no longer than the gram.
      const containing =
        text.length <= GRAM_LENGTH_MAX ? found : found.filter(({ term }) => term.includes(text))
      return containing.map(({ value }) => value)
    },

    /** The values of the terms that have a word similar to `word`. */
    similarTo(word: string): V[] {
      const maxTypos = allowedTypos(word)
      if (maxTypos === 0) return []
      const similar = similarWords(sortedWords(), word, maxTypos)
      return similar.flatMap((found) => byWord.get(found) ?? []).map(({ value }) => value)
    },

    prepare() {
      sortedWords()
    },
  }
}

/** The sequences of one, two and three letters in a text. */
function gramsOf(text: string): Set<string> {
  const grams = new Set<string>()
  for (let start = 0; start < text.length; start++) {
    const end = Math.min(start + GRAM_LENGTH_MAX, text.length)
    for (let to = start + 1; to <= end; to++) grams.add(text.slice(start, to))
  }
  return grams
}

/** Returns whether the key is new. */
function addTo<V>(map: EntriesByKey<V>, key: string, entry: Entry<V>): boolean {
  const list = map.get(key)
  if (list) list.push(entry)
  else map.set(key, [entry])
  return !list
}

/** Returns whether the entry was the last one of the key. */
function removeFrom<V>(map: EntriesByKey<V>, key: string, entry: Entry<V>): boolean {
  const list = map.get(key) ?? []
  list.splice(list.indexOf(entry), 1)
  return list.length === 0 && map.delete(key)
}

// The order of `<`, on which `lowerBound` relies.
function byCodeUnits(a: string, b: string) {
  if (a === b) return 0
  return a < b ? -1 : 1
}
