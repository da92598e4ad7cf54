import { foldWords } from './fold-text.ts'
import { createSlotLevels, type SlotLevels } from './match-scores.ts'
import { createVocabulary } from './vocabulary.ts'

/** How well a product has a word. */
const IN_DESCRIPTION = 1
const INSIDE_A_WORD_OF_NAME = 2
const BEGINS_A_WORD_OF_NAME = 3
export const BEGINS_NAME = 4

type Text = { name: string; description: string }
/** The slots of the products that have a word. */
type Places = { first: number[]; name: number[]; description: number[] }

/** Which products have which words. Products are known by slot, a small number that they keep. */
export function createTextIndex() {
  const vocabulary = createVocabulary<Places>(() => ({ first: [], name: [], description: [] }))
  let first = createSlotLevels(0)
  let others = createSlotLevels(0)

  function note(noted: SlotLevels, word: string, isFirst: boolean) {
    const { beginning, inside, isSimilar } = vocabulary.match(word)
    // Words after the first take nothing from a name that begins with it.
    const inName = isFirst ? BEGINS_A_WORD_OF_NAME : BEGINS_NAME
    for (const { first, name, description } of beginning) {
      if (!isSimilar) noted.raise(first, BEGINS_NAME)
      noted.raise(name, inName)
      noted.raise(description, IN_DESCRIPTION)
    }
    for (const { name, description } of inside) {
      noted.raise(name, INSIDE_A_WORD_OF_NAME)
      noted.raise(description, IN_DESCRIPTION)
    }
  }

  return {
    add(slot: number, text: Text) {
      for (const [word, where] of placesIn(text)) vocabulary.of(word)[where].push(slot)
    },

    remove(slot: number, text: Text) {
      for (const [word, where] of placesIn(text)) {
        const places = vocabulary.of(word)
        places[where].splice(places[where].indexOf(slot), 1)
        if (places.name.length === 0 && places.description.length === 0) vocabulary.remove(word)
      }
    },

    prepare() {
      vocabulary.prepare()
    },

    /**
     * Lends `use` the products that have every word, each with how well it has the one it has worst; the
     * first word decides whether the name begins with what is searched for. There is at least one word,
     * and `size` is more than any slot.
     */
    match<T>([word = '', ...rest]: readonly string[], size: number, use: (matches: SlotLevels) => T): T {
      if (first.size < size) {
        first = createSlotLevels(size * 2)
        others = createSlotLevels(size * 2)
      }
      try {
        note(first, word, true)
        const { levels } = first
        for (const other of rest) {
          note(others, other, false)
          const also = others.levels
          first.keep((slot) => Math.min(levels[slot] as number, also[slot] as number))
          others.clear()
        }
        return use(first)
      } finally {
        first.clear()
      }
    },
  }
}

/** The first word of a name stands twice: it is taken out before the last of its places is. */
function* placesIn({ name, description }: Text): Generator<[word: string, where: keyof Places]> {
  const inName = foldWords(name)
  if (inName[0] !== undefined) yield [inName[0], 'first']
  for (const word of new Set(inName)) yield [word, 'name']
  for (const word of new Set(foldWords(description))) yield [word, 'description']
}
