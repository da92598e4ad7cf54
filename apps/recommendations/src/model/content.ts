import { createMatrixBuilder, type SparseMatrix } from './numerics/sparse-matrix.ts'
import { indexesFarthestFromZero } from './numerics/top-indexes.ts'
import type { ModelProduct } from './training-data.ts'

const WORD_BREAK = /[^\p{L}\p{N}]+/u
const CATEGORY_WEIGHT = 2
const NAME_WEIGHT = 2
const NEIGHBOURS_MAX = 50
/** Products with a smaller similarity share words by chance. */
const MIN_SIMILARITY = 0.1
/** The content weights to a product are halved when it has this many interactions. */
const TRUSTED_COUNT = 5
/** The most entries of the inverted index that are read for one product; bounds the work in a large catalogue. */
const POSTINGS_MAX = 4000
/** From this many interactions on, a product is well known, and no content weight leads to it. */
const WELL_KNOWN_COUNT = 20

export function isWellKnown(count: number): boolean {
  return count >= WELL_KNOWN_COUNT
}

/** A product of the catalogue, its index in the model, and its weighted number of interactions. */
type IndexedProduct = { product: ModelProduct; index: number; count: number }

/**
 * The weights from each product (the row) to each little-known product (the column). A weight is
 * the cosine of their TF-IDF vectors, times a share. The more interactions the little-known product
 * has, the smaller is the share. Only the rarest words of the little-known product are compared,
 * and only the products most similar to it get a weight.
 */
export function contentWeights(products: readonly IndexedProduct[], size: number): SparseMatrix {
  const productWords = products.map(({ product }) => wordCounts(product))
  const invertedIndex = buildInvertedIndex(productWords)
  const builder = createMatrixBuilder(size, size)
  const similarities = new Float64Array(products.length)
  products.forEach(({ index: target, count }, position) => {
    if (isWellKnown(count)) return
    const share = TRUSTED_COUNT / (count + TRUSTED_COUNT)
    const postingLists = rarestPostings(productWords[position]!, invertedIndex)
    const withCommonWord = addSimilarities(similarities, position, postingLists)
    for (const neighbour of mostSimilar(similarities, withCommonWord))
      builder.add(products[neighbour]!.index, target, share * similarities[neighbour]!)
    // All similarities are 0 again for the next product.
    for (const other of withCommonWord) similarities[other] = 0
  })
  return builder.build()
}

/** The products that contain a word, by position in the list of products, with the word's weight in each. */
type Postings = { positions: number[]; weights: number[] }
type InvertedIndex = Map<string, Postings>

/** Adds each product's similarity with the one at `position`. Returns the positions of products that share a word. */
function addSimilarities(
  similarities: Float64Array,
  position: number,
  postingLists: readonly Postings[],
): number[] {
  const withCommonWord: number[] = []
  for (const { positions, weights } of postingLists) {
    const ownWeight = weights[positions.indexOf(position)]!
    for (let index = 0; index < positions.length; index++) {
      const other = positions[index]!
      if (other === position) continue
      if (similarities[other] === 0) withCommonWord.push(other)
      similarities[other] = similarities[other]! + ownWeight * weights[index]!
    }
  }
  return withCommonWord
}

/** Picks the positions of the products with the highest similarities. */
function mostSimilar(similarities: Float64Array, positions: readonly number[]): number[] {
  const similar = positions.filter((position) => similarities[position]! >= MIN_SIMILARITY)
  const values = Float64Array.from(similar, (position) => similarities[position]!)
  // Similarities are positive, so the highest ones are farthest from zero.
  const indexes = indexesFarthestFromZero(values, NEIGHBOURS_MAX)
  return Array.from(indexes, (index) => similar[index]!)
}

/**
 * The posting lists of a product's rarest words, with at most `POSTINGS_MAX` postings. The first
 * list that does not fit ends the result, because the lists after it are at least as long.
 */
function rarestPostings(words: ReadonlyMap<string, number>, invertedIndex: InvertedIndex): Postings[] {
  const postingLists = [...words.keys()].flatMap((word) => invertedIndex.get(word) ?? [])
  let remaining = POSTINGS_MAX
  return postingLists
    .toSorted((a, b) => a.positions.length - b.positions.length)
    .filter(({ positions }) => {
      remaining -= positions.length
      return remaining >= 0
    })
}

/**
 * The weights of a product's words are TF-IDF, normalised to a vector of length 1. Words that more
 * than half of the products contain are left out.
 */
function buildInvertedIndex(productWords: readonly ReadonlyMap<string, number>[]): InvertedIndex {
  const invertedIndex: InvertedIndex = new Map()
  productWords.forEach((words, position) => {
    for (const [word, count] of words) {
      const postings = invertedIndex.get(word) ?? { positions: [], weights: [] }
      postings.positions.push(position)
      postings.weights.push(count)
      invertedIndex.set(word, postings)
    }
  })
  const squaredLengths = new Float64Array(productWords.length)
  for (const [word, { positions, weights }] of invertedIndex) {
    if (positions.length > productWords.length / 2) {
      invertedIndex.delete(word)
      continue
    }
    const rarity = Math.log(1 + productWords.length / positions.length)
    positions.forEach((position, index) => {
      const weight = rarity * weights[index]!
      weights[index] = weight
      squaredLengths[position] = squaredLengths[position]! + weight ** 2
    })
  }
  for (const { positions, weights } of invertedIndex.values()) {
    positions.forEach((position, index) => {
      weights[index] = weights[index]! / Math.sqrt(squaredLengths[position]!)
    })
  }
  return invertedIndex
}

/** How often each word occurs in a product's texts; words of the category and name count more. */
function wordCounts({ category, name, description }: ModelProduct): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (word: string, weight: number) => counts.set(word, (counts.get(word) ?? 0) + weight)
  // The prefix makes the category a different word than the same word in the name.
  if (category) add(`category ${category.toLowerCase()}`, CATEGORY_WEIGHT)
  for (const word of wordsOf(name)) add(word, NAME_WEIGHT)
  for (const word of wordsOf(description)) add(word, 1)
  return counts
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(WORD_BREAK).filter(Boolean)
}
