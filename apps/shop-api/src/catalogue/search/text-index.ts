import { foldWords } from './fold-text.ts'
import { createMatchScores, type MatchScores } from './match-scores.ts'
import { createVocabulary } from './vocabulary.ts'

/** The score of a product for one word, from the worst match to the best. */
const IN_DESCRIPTION = 1
const INSIDE_A_WORD_OF_NAME = 2
const BEGINS_A_WORD_OF_NAME = 3
export const BEGINS_NAME = 4

type Text = { name: string; description: string }

/** The slots of the products whose name begins with the word, whose name has it, and whose description has it. */
type Postings = { first: number[]; name: number[]; description: number[] }

/** An inverted index: for each word of the catalogue, the products that have it. */
export function createTextIndex() {
  const vocabulary = createVocabulary<Postings>(() => ({ first: [], name: [], description: [] }))
  let matches = createMatchScores(0)
  let matchesOfWord = createMatchScores(0)

  function scoreWord(target: MatchScores, word: string, isFirst: boolean) {
    const { prefix, inside, isSimilar } = vocabulary.match(word)
    // Only the first search word can begin a name. A later word gets the best score for beginning any word of the name.
    const nameScore = isFirst ? BEGINS_A_WORD_OF_NAME : BEGINS_NAME
    for (const { first, name, description } of prefix) {
      if (!isSimilar) target.raise(first, BEGINS_NAME)
      target.raise(name, nameScore)
      target.raise(description, IN_DESCRIPTION)
    }
    for (const { name, description } of inside) {
      target.raise(name, INSIDE_A_WORD_OF_NAME)
      target.raise(description, IN_DESCRIPTION)
    }
  }

  return {
    add(slot: number, text: Text) {
      for (const [word, list] of postingsOf(text)) vocabulary.getOrCreate(word)[list].push(slot)
    },

    remove(slot: number, text: Text) {
      for (const [word, list] of postingsOf(text)) {
        const postings = vocabulary.getOrCreate(word)
        postings[list].splice(postings[list].indexOf(slot), 1)
        if (postings.name.length === 0 && postings.description.length === 0) vocabulary.remove(word)
      }
    },

    /** Sorts the vocabulary ahead of the first search that needs it sorted. */
    prepare() {
      vocabulary.prepare()
    },

    /**
     * Calls `use` with the products that match every word. A product has the score of the word that it matches worst.
     * There is at least one word, and `size` is greater than any slot. The scores are only valid during the call.
     */
    match<T>([word = '', ...rest]: readonly string[], size: number, use: (matches: MatchScores) => T): T {
      if (matches.size < size) {
        matches = createMatchScores(size * 2)
        matchesOfWord = createMatchScores(size * 2)
      }
      try {
        scoreWord(matches, word, true)
        const { scores } = matches
        for (const other of rest) {
          scoreWord(matchesOfWord, other, false)
          const scoresOfWord = matchesOfWord.scores
          matches.rescore((slot) => Math.min(scores[slot]!, scoresOfWord[slot]!))
          matchesOfWord.clear()
        }
        return use(matches)
      } finally {
        matches.clear()
      }
    },
  }
}

/** The first word of a name is in two lists. `first` comes before `name`, so `remove` empties `name` last. */
function* postingsOf({ name, description }: Text): Generator<[word: string, list: keyof Postings]> {
  const nameWords = foldWords(name)
  if (nameWords[0] !== undefined) yield [nameWords[0], 'first']
  for (const word of new Set(nameWords)) yield [word, 'name']
  for (const word of new Set(foldWords(description))) yield [word, 'description']
}
