import { createMatrixBuilder, type SparseMatrix } from './sparse-matrix.ts'
import { largestIndexes } from './top-indexes.ts'
import type { CatalogueItem } from './training-data.ts'

const WORD_BREAK = /[^\p{L}\p{N}]+/u
const CATEGORY_WEIGHT = 2
const NAME_WEIGHT = 2
const NEIGHBOURS_MAX = 50
/** A smaller similarity is chance. */
const MIN_SIMILARITY = 0.1
/** At this many interactions the words and the interactions of a product have equal weight. */
const TRUSTED_COUNT = 5
/** The most postings read for one product. */
const POSTINGS_MAX = 4000
/** From this many interactions on, the words of a product are not used. */
const WELL_KNOWN_COUNT = 20

export function isWellKnown(count: number): boolean {
  return count >= WELL_KNOWN_COUNT
}

/** A product, its index, and its number of interactions. */
type Described = { item: CatalogueItem; index: number; count: number }

/**
 * How similar each product is to the little-known ones, by the words of category, name and description (cosine
 * of TF-IDF). Rows and columns are product indexes.
 */
export function contentWeights(products: readonly Described[], size: number): SparseMatrix {
  const counts = products.map(({ item }) => wordCounts(item))
  const index = buildIndex(counts)
  const builder = createMatrixBuilder(size, size)
  const sums = new Float64Array(products.length)
  products.forEach(({ index: target, count }, place) => {
    if (isWellKnown(count)) return
    const share = TRUSTED_COUNT / (count + TRUSTED_COUNT)
    const touched = addSimilar(sums, place, counts[place] ?? new Map(), index)
    const others = touched.filter((other) => sums[other]! >= MIN_SIMILARITY)
    const similar = Float64Array.from(others, (other) => sums[other]!)
    for (const at of largestIndexes(similar, NEIGHBOURS_MAX)) {
      const source = products[others[at]!]!
      builder.add(source.index, target, share * similar[at]!)
    }
    for (const other of touched) sums[other] = 0
  })
  return builder.build()
}

/** The posting list of a word: the products that contain it, ascending, with the word's weight in each. */
type Postings = { items: number[]; weights: number[] }
type InvertedIndex = Map<string, Postings>

/** Adds the similarity of every product to the one at `own`; returns the products that share a word with it. */
function addSimilar(
  sums: Float64Array,
  own: number,
  words: ReadonlyMap<string, number>,
  index: InvertedIndex,
): number[] {
  const touched: number[] = []
  for (const { items, weights } of rarePostings(words, index)) {
    const weight = weights[positionIn(items, own)] ?? 0
    for (let at = 0; at < items.length; at++) {
      const other = items[at]!
      if (other === own) continue
      if (sums[other] === 0) touched.push(other)
      sums[other] = sums[other]! + weight * weights[at]!
    }
  }
  return touched
}

/** The rarest words first, up to a limit that bounds the work in a large catalogue. */
function rarePostings(words: ReadonlyMap<string, number>, index: InvertedIndex): Postings[] {
  const known = [...words.keys()].flatMap((word) => index.get(word) ?? [])
  let left = POSTINGS_MAX
  return known
    .toSorted((a, b) => a.items.length - b.items.length)
    .filter(({ items }) => {
      left -= items.length
      return left >= 0
    })
}

/** The position of a number in an ascending list (binary search). */
function positionIn(numbers: readonly number[], wanted: number) {
  let [low, high] = [0, numbers.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** An inverted index with normalised TF-IDF weights. Words that more than half of the products contain are left out. */
function buildIndex(counts: readonly ReadonlyMap<string, number>[]): InvertedIndex {
  const index: InvertedIndex = new Map()
  counts.forEach((words, item) => {
    for (const [word, count] of words) {
      const postings = index.get(word) ?? { items: [], weights: [] }
      postings.items.push(item)
      postings.weights.push(count)
      index.set(word, postings)
    }
  })
  const squares = new Float64Array(counts.length)
  for (const [word, { items, weights }] of index) {
    if (items.length > 1 && items.length > counts.length / 2) {
      index.delete(word)
      continue
    }
    const rarity = Math.log(1 + counts.length / items.length)
    items.forEach((item, at) => {
      const weight = rarity * weights[at]!
      weights[at] = weight
      squares[item] = squares[item]! + weight ** 2
    })
  }
  for (const { items, weights } of index.values()) {
    items.forEach((item, at) => {
      weights[at] = weights[at]! / Math.sqrt(squares[item]!)
    })
  }
  return index
}

function wordCounts({ category, name, description }: CatalogueItem): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (word: string, weight: number) => counts.set(word, (counts.get(word) ?? 0) + weight)
  // The prefix keeps the category apart from the same word in the name.
  if (category) add(`category ${category.toLowerCase()}`, CATEGORY_WEIGHT)
  for (const word of wordsOf(name)) add(word, NAME_WEIGHT)
  for (const word of wordsOf(description)) add(word, 1)
  return counts
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(WORD_BREAK).filter(Boolean)
}
