import { DIET_CHOICES, WITHOUT_CHOICES } from '../../constants.ts'
import { categoriesOf } from '../categories.ts'
import { countryName } from '../countries.ts'
import { foldText, foldWords } from '../fold-text.ts'
import type { Product } from '../product.ts'
import { hasTraits, traitsOf, traitTest } from '../traits.ts'
import { FIRST_SYNONYMS } from './search-synonyms.ts'
import { IGNORED_WORDS, PHRASE_WORDS_MAX, type Synonym } from './synonym-rules.ts'
import { soundKeyOf, stemOf } from './word-forms.ts'

// What a search means beyond its letters. It is read as concepts, such as "dry fruit" or "without
// milk". Each concept has alternatives, and each alternative has keys that a product must all have:
//   almond     the stem of a word
//   ~bdm       the sound of a word
//   #vegan     a fact, which no shopper can type
type Alternative = readonly string[]
export type Concept = readonly Alternative[]

const CACHED_TEXTS_MAX = 20_000
/** Each concept costs lookups, so a search ignores concepts beyond this number. */
const CONCEPTS_MAX = 10
/** Each alternative costs a lookup too, so a phrase has no more than these. */
const ALTERNATIVES_MAX = 60
/** The words for each choice of the filter `without`. */
const WITHOUT_WORDS: Record<(typeof WITHOUT_CHOICES)[number], readonly string[]> = {
  nuts: ['nut', 'peanut'],
  milk: ['milk', 'dairy', 'lactose'],
  gluten: ['gluten', 'wheat', 'maida'],
  egg: ['egg', 'anda'],
  soy: ['soy', 'soya'],
  sesame: ['sesame', 'til'],
  mustard: ['mustard', 'sarson'],
  sulphites: ['sulphite', 'sulfite'],
}

/** The ways to say that a snack has none of `word`. */
function without(word: string): string[] {
  const before = ['without', 'no', 'not', 'bina'].map((text) => `${text} ${word}`)
  return [...before, `${word} free`, `${word} less`, `${word}less`]
}

const FACTS: readonly Synonym[] = [
  ...WITHOUT_CHOICES.map((choice) => ({
    searched: WITHOUT_WORDS[choice].flatMap(without),
    finds: [`#without-${choice}`],
  })),
  { searched: ['veg', 'vegetarian', 'pure veg', 'shakahari'], finds: ['#veg'] },
  { searched: ['vegan', 'plant based'], finds: ['#vegan'] },
  { searched: ['jain', 'no onion', 'without onion', 'no garlic', 'no onion no garlic'], finds: ['#jain'] },
  {
    searched: ['sugar free', 'sugarfree', 'no sugar', 'without sugar', 'no added sugar', 'unsweetened'],
    finds: ['#sugar-free'],
  },
  { searched: ['imported', 'foreign'], finds: ['#imported'] },
]

/** Other spellings of units, and how many of g, ml or piece they are. */
const UNITS: Record<string, readonly [unit: string, factor: number]> = Object.fromEntries([
  ...['g', 'gm', 'gms', 'gr', 'gram', 'grams'].map((name) => [name, ['g', 1]]),
  ...['kg', 'kgs', 'kilo', 'kilos'].map((name) => [name, ['g', 1000]]),
  ['ml', ['ml', 1]],
  ...['l', 'litre', 'liter'].map((name) => [name, ['ml', 1000]]),
  ...['pc', 'pcs', 'piece', 'pieces'].map((name) => [name, ['piece', 1]]),
])
const QUANTITY = new RegExp(`(\\d+(?:\\.\\d+)?) ?(${Object.keys(UNITS).join('|')})(?![a-z])`, 'gu')
const COUNT = /(?:box|pack|set|half dozen|dozen) of (\d+)/gu

const NO_FACTS = { diet: [], without: [], inStock: false }

type Phrases = ReadonlyMap<string, Concept>

/** What a shop understands besides the words of its products. */
export type KnownWords = {
  phrases: Phrases
  /** The searched phrases that are a single word, folded. */
  words: readonly string[]
}

let firstWords: KnownWords | undefined

/** What a new shop understands. It is made when it is first needed. */
export function firstKnownWords(): KnownWords {
  firstWords ??= createKnownWords(FIRST_SYNONYMS)
  return firstWords
}

export function createKnownWords(synonyms: readonly Synonym[]): KnownWords {
  const all = [...FACTS, ...synonyms]
  const searched = all.flatMap((synonym) => synonym.searched).map(foldWords)
  return { phrases: compilePhrases(all), words: [...new Set(searched.flatMap(singleWord))] }
}

function singleWord([word, ...others]: readonly string[]): string[] {
  return word === undefined || others.length > 0 ? [] : [word]
}

/** The concepts of a folded search, at most ten. */
export function conceptsOf(phrase: string, known: KnownWords = firstKnownWords()): Concept[] {
  const { keys, rest } = takeQuantities(phrase)
  const concepts: Concept[] = keys.map((key) => [[key]])
  const words = foldWords(rest).filter((word) => !IGNORED_WORDS.has(word))
  for (let start = 0; start < words.length && concepts.length < CONCEPTS_MAX;) {
    const [concept, length] = longestPhrase(words.slice(start, start + PHRASE_WORDS_MAX), known.phrases)
    concepts.push(concept)
    start += length
  }
  return concepts
}

/** The concept at the beginning of `words`, and how many words it takes. */
function longestPhrase(words: readonly string[], phrases: Phrases): [Concept, number] {
  for (let length = words.length; length > 0; length--) {
    const own = words.slice(0, length)
    const known = phrases.get(formKey(own, stemOf)) ?? phrases.get(formKey(own, soundOf))
    if (known) return [[...ownForms(own), ...known], length]
  }
  return [ownForms(words.slice(0, 1)), 1]
}

/** The words as they are searched: by stem, and each by its sound. */
function ownForms(words: readonly string[]): Concept {
  return [words.map(stemOf), words.map((word) => soundOf(word))]
}

function soundOf(word: string): string {
  const key = soundKeyOf(word)
  return key === null ? stemOf(word) : `~${key}`
}

function formKey(words: readonly string[], form: (word: string) => string): string {
  return words.map(form).join(' ')
}

/** The alternatives for each searched phrase, by its stems and by its sounds. */
function compilePhrases(synonyms: readonly Synonym[]): Phrases {
  const phrases = new Map<string, Concept>()
  for (const { searched, finds = searched } of synonyms) {
    const alternatives = finds.map(keysOfPhrase).filter((keys) => keys.length > 0)
    for (const words of searched.map(foldWords)) {
      for (const key of new Set([formKey(words, stemOf), formKey(words, soundOf)])) {
        phrases.set(key, [...(phrases.get(key) ?? []), ...alternatives].slice(0, ALTERNATIVES_MAX))
      }
    }
  }
  return phrases
}

function keysOfPhrase(phrase: string): string[] {
  if (phrase.startsWith('#')) return [phrase]
  const { keys, rest } = takeQuantities(foldText(phrase))
  const words = foldWords(rest).filter((word) => !IGNORED_WORDS.has(word))
  return [...keys, ...words.map(stemOf)]
}

/** Takes quantities such as "500 g", "1kg" or "box of 6" out of a folded text. */
function takeQuantities(text: string): { keys: string[]; rest: string } {
  const keys: string[] = []
  const rest = text
    .replace(COUNT, (_all, count: string) => {
      keys.push(quantityKey(Number(count), 'piece'))
      return ' '
    })
    .replace(QUANTITY, (_all, value: string, name: string) => {
      const [unit, factor] = UNITS[name] ?? ['', 1]
      keys.push(quantityKey(Number(value) * factor, unit))
      return ' '
    })
  return { keys, rest }
}

function quantityKey(value: number, unit: string): string {
  return `#${value}${unit}`
}

/** The fields that `keywordsOf` reads. */
const KEYWORD_FIELDS = [
  ...(['category', 'categories', 'brand', 'origin', 'packLabel', 'netQuantity', 'noAddedSugar'] as const),
  ...(['diet', 'vegan', 'jain', 'allergens'] as const),
] satisfies (keyof Product)[]

export function hasSameKeywords(a: Product, b: Product): boolean {
  return KEYWORD_FIELDS.every(
    (field) => a[field] === b[field] || JSON.stringify(a[field]) === JSON.stringify(b[field]),
  )
}

/** The keys of a listed product that stand neither in its name nor in its description. */
export function keywordsOf(product: Product): ReadonlySet<string> {
  const known = keywordsByProduct.get(product)
  if (known) return known
  const keywords = new Set(computeKeywords(product))
  keywordsByProduct.set(product, keywords)
  return keywords
}

/** Searches in the stored list compare the same products again and again. */
const keywordsByProduct = new WeakMap<Product, ReadonlySet<string>>()

function computeKeywords(product: Product): string[] {
  const { brand, origin, packLabel = '', netQuantity, noAddedSugar } = product
  const traits = traitsOf(product)
  return [
    ...[...categoriesOf(product), brand, packLabel, origin && countryName(origin)].flatMap((text) =>
      keysOfLabel(text ?? ''),
    ),
    ...TRAIT_KEYS.filter(({ test }) => hasTraits(traits, test)).map(({ key }) => key),
    ...(netQuantity ? [quantityKey(netQuantity.value, netQuantity.unit)] : []),
    ...takeQuantities(packLabel.toLowerCase()).keys,
    ...(noAddedSugar ? ['#sugar-free'] : []),
    ...(origin !== undefined && origin !== 'IN' ? ['#imported'] : []),
  ]
}

const TRAIT_KEYS = [
  ...DIET_CHOICES.map((choice) => ({ key: `#${choice}`, test: traitTest({ ...NO_FACTS, diet: [choice] }) })),
  ...WITHOUT_CHOICES.map((choice) => ({
    key: `#without-${choice}`,
    test: traitTest({ ...NO_FACTS, without: [choice] }),
  })),
]

/** Many products share the texts of a label, such as their shelf. */
const keysOfLabel = createBoundedCache(keysOfText)

/** The keys of a text by which a concept finds it: stem and sound of each word. */
export function keysOfText(text: string): string[] {
  return foldWords(text).flatMap(keysOfWord)
}

/** The stem and the sound of a folded word. The words of a catalogue repeat. */
export const keysOfWord = createBoundedCache((word): readonly string[] => [stemOf(word), soundOf(word)])

/** A cache that starts again when it is full. */
function createBoundedCache<Value>(compute: (text: string) => Value) {
  const known = new Map<string, Value>()
  return (text: string): Value => {
    const cached = known.get(text)
    if (cached !== undefined) return cached
    const value = compute(text)
    if (known.size >= CACHED_TEXTS_MAX) known.clear()
    known.set(text, value)
    return value
  }
}
