// The rule of search without an index, written as simply as possible. Tests compare the real
// searches with it. The concepts of a search, and the keys of a product, have tests of their own.

import type { Product } from '../product.ts'
import { conceptsOf, keysOfWord, keywordsOf } from './search-meaning.ts'
import { stemOf } from './word-forms.ts'

type Text = { name: string; description: string }

/** Whether the name or the description contains the searched text. */
export function containsText({ name, description }: Text, search: string): boolean {
  return fold(name).includes(fold(search)) || fold(description).includes(fold(search))
}

/** The tier of a product by its number in `TIER` of search-rule.ts; null for no match. */
export function expectedTier(product: Product, search: string): number | null {
  const tiers = [literalTier(product, search), meaningTier(product, search)].filter((tier) => tier !== null)
  return tiers.length > 0 ? Math.min(...tiers) : similarTier(product, search)
}

function literalTier({ name, description }: Text, search: string): number | null {
  const [searched, foldedName] = [fold(search), fold(name)]
  if (foldedName === searched) return 0
  const ranks = searched
    .split(' ')
    .map((part) => Math.max(rankIn(name, part, NAME_RANKS), rankIn(description, part, TEXT_RANKS)))
  // The tier by the worst rank of a part. Rank 0 means that the part is nowhere.
  const tiers = foldedName.startsWith(searched) ? [null, 9, 8, 6, 3, 1] : [null, 9, 8, 6, 4, 2]
  return tiers[Math.min(...ranks)] ?? null
}

/** The ranks of a part that is inside a word, that begins one, and that is one. */
const NAME_RANKS = { inside: 2, begins: 4, isWord: 5 }
const TEXT_RANKS = { inside: 1, begins: 3, isWord: 3 }

function rankIn(text: string, part: string, { inside, begins, isWord }: typeof NAME_RANKS): number {
  const ranks = termsOf(text).map(({ term, words, stems }) => {
    if (!term.includes(part)) return 0
    if (!words.some((word) => word.startsWith(part))) return inside
    return words.includes(part) || stems.includes(stemOf(part)) ? isWord : begins
  })
  return Math.max(...ranks)
}

function meaningTier(product: Product, search: string): number | null {
  const concepts = conceptsIn(search)
  if (concepts.length === 0) return null
  const keywords = keywordsOf(product)
  const hasAll = (...texts: string[]) =>
    concepts.every((concept) =>
      concept.some((alternative) =>
        alternative.every((key) => keywords.has(key) || texts.some((text) => keysIn(text).has(key))),
      ),
    )
  if (hasAll(product.name)) return 5
  return hasAll(product.name, product.description) ? 7 : null
}

function similarTier({ name, description }: Text, search: string): number | null {
  const words = wordsOf(search)
  const hasSimilarWords = (text: string) =>
    words.every((word) => fold(text).includes(word) || hasSimilar(fold(text), word))
  if (words.length === 0) return null
  if (hasSimilarWords(name)) return 10
  return hasSimilarWords(`${name} ${description}`) ? 11 : null
}

function hasSimilar(text: string, word: string) {
  const maxTypos = allowedTypos(word)
  const isSimilar = (own: string) => (maxTypos === 0 ? own === word : typosOfPrefix(word, own) <= maxTypos)
  return wordsOf(text).some(isSimilar)
}

const fold = memoised((text: string) => {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  return plain.toUpperCase().toLowerCase().split(/\s/).filter(Boolean).join(' ')
})

const wordsOf = memoised((text: string) =>
  fold(text)
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{M}\p{N}\p{So}]/u)
    .filter(Boolean),
)

const termsOf = memoised((text: string) =>
  fold(text)
    .split(' ')
    .map((term) => {
      const words = [term, ...wordsOf(term)]
      return { term, words, stems: words.map(stemOf) }
    }),
)
const keysIn = memoised((text: string) => new Set(wordsOf(text).flatMap(keysOfWord)))
const conceptsIn = memoised((search: string) => conceptsOf(fold(search)))

function memoised<T>(compute: (text: string) => T) {
  const known = new Map<string, T>()
  return (text: string): T => {
    const value = known.get(text) ?? compute(text)
    known.set(text, value)
    return value
  }
}

function allowedTypos(word: string) {
  if (word.length < 5 || /^\d+$/.test(word)) return 0
  return word.length < 9 ? 1 : 2
}

const typosByPair = new Map<string, number>()

/** The fewest typos between `word` and any prefix of `other`. Tries each prefix. */
export function typosOfPrefix(word: string, other: string): number {
  const pair = `${word} ${other}`
  const known = typosByPair.get(pair)
  if (known !== undefined) return known
  const ends = Array.from({ length: other.length + 1 }, (_, end) => typos(word, other.slice(0, end)))
  const fewest = Math.min(...ends)
  typosByPair.set(pair, fewest)
  return fewest
}

function typos(a: string, b: string): number {
  const memo = new Map<string, number>()
  /** The typos between the first `i` letters of `a` and the first `j` letters of `b`. */
  const count = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j
    const key = `${i},${j}`
    const known = memo.get(key)
    if (known !== undefined) return known
    const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    const fewest = Math.min(
      count(i - 1, j) + 1,
      count(i, j - 1) + 1,
      count(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      isSwapped ? count(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
    )
    memo.set(key, fewest)
    return fewest
  }
  return count(a.length, b.length)
}
