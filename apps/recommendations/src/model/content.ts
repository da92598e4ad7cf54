import { createMatrixBuilder, type SparseMatrix } from './numerics/sparse-matrix.ts'
import { indexesFarthestFromZero } from './numerics/top-indexes.ts'
import type { ModelProduct } from './training-data.ts'

const WORD_BREAK = /[^\p{L}\p{N}]+/u
const CATEGORY_WEIGHT = 2
const NAME_WEIGHT = 2
const NEIGHBOURS_MAX = 50
/** Products with a smaller similarity share words by chance. */
const MIN_SIMILARITY = 0.1
/** With this many interactions, a product's content weights are half as large as without any. */
const HALVING_COUNT = 5
/**
 * The most entries of the inverted index that are read for one product. This limits the work in a
 * large catalogue.
 */
const POSTINGS_MAX = 4000
/** A product with at least this many interactions is well known. The others are little known. */
const WELL_KNOWN_COUNT = 20

export function isWellKnown(count: number): boolean {
  return count >= WELL_KNOWN_COUNT
}

/** A product of the catalogue, its index in the model, and its weighted number of interactions. */
type IndexedProduct = { product: ModelProduct; index: number; count: number }

/**
 * The weights with which products suggest little-known products that have similar texts. The row is
 * the suggesting product, and the column is the little-known product:
 * - A weight is the cosine of the TF-IDF vectors of the two products, times a share.
 * - The share is 1 for a little-known product without interactions. Interactions make it smaller.
 * - To save work, only the rarest words of the little-known product are compared.
 * - Only the products that are most similar to the little-known product get a weight.
 */
export function contentWeights(products: readonly IndexedProduct[], size: number): SparseMatrix {
  const productWords = products.map(({ product }) => wordCounts(product))
  const invertedIndex = buildInvertedIndex(productWords)
  const builder = createMatrixBuilder(size, size)
  // How similar each product is to the product of the current iteration. The array is indexed by
  // the position in `products`.
  const similarities = new Float64Array(products.length)
  products.forEach(({ index: targetIndex, count }, position) => {
    if (isWellKnown(count)) return
    const share = HALVING_COUNT / (count + HALVING_COUNT)
    const postingLists = rarestPostings(productWords[position]!, invertedIndex)
    const withCommonWord = addSimilarities(similarities, position, postingLists)
    for (const neighbourPosition of mostSimilar(similarities, withCommonWord))
      builder.add(products[neighbourPosition]!.index, targetIndex, share * similarities[neighbourPosition]!)
    // Resets the similarities for the next product.
    for (const other of withCommonWord) similarities[other] = 0
  })
  return builder.build()
}

/** The products that contain a word, as positions in the list of products. */
type Postings = {
  positions: number[]
  /** The weight of the word in each of these products. */
  weights: number[]
}
/** Maps a word to the products that contain it. */
type InvertedIndex = Map<string, Postings>

/**
 * Adds up, in `similarities`, how similar each product is to the product at `position`. Returns the
 * positions of the products that have a word in common with it.
 */
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

/** Picks those of the positions that have the highest similarities. */
function mostSimilar(similarities: Float64Array, positions: readonly number[]): number[] {
  const similar = positions.filter((position) => similarities[position]! >= MIN_SIMILARITY)
  const values = Float64Array.from(similar, (position) => similarities[position]!)
  // Similarities are positive, so the highest ones are farthest from zero.
  const indexes = indexesFarthestFromZero(values, NEIGHBOURS_MAX)
  return Array.from(indexes, (index) => similar[index]!)
}

/** The posting lists of a product's rarest words, with at most `POSTINGS_MAX` entries in all. */
function rarestPostings(words: ReadonlyMap<string, number>, invertedIndex: InvertedIndex): Postings[] {
  const postingLists = [...words.keys()].flatMap((word) => invertedIndex.get(word) ?? [])
  const rarestFirst = postingLists.toSorted((a, b) => a.positions.length - b.positions.length)
  const rarest: Postings[] = []
  let entryCount = 0
  for (const postings of rarestFirst) {
    entryCount += postings.positions.length
    if (entryCount > POSTINGS_MAX) break
    rarest.push(postings)
  }
  return rarest
}

/**
 * The weights of a product's words are its TF-IDF vector, scaled to length 1. Words that more than
 * half of the products contain are left out.
 */
function buildInvertedIndex(productWords: readonly ReadonlyMap<string, number>[]): InvertedIndex {
  const invertedIndex = indexWordCounts(productWords)
  removeCommonWords(invertedIndex, productWords.length)
  multiplyByRarity(invertedIndex, productWords.length)
  scaleToLengthOne(invertedIndex, productWords.length)
  return invertedIndex
}

/** The inverted index with the counts of the words as weights. */
function indexWordCounts(productWords: readonly ReadonlyMap<string, number>[]): InvertedIndex {
  const invertedIndex: InvertedIndex = new Map()
  productWords.forEach((words, position) => {
    for (const [word, count] of words) {
      const postings = invertedIndex.get(word) ?? { positions: [], weights: [] }
      postings.positions.push(position)
      postings.weights.push(count)
      invertedIndex.set(word, postings)
    }
  })
  return invertedIndex
}

function removeCommonWords(invertedIndex: InvertedIndex, productCount: number) {
  for (const [word, { positions }] of invertedIndex) {
    if (positions.length > productCount / 2) invertedIndex.delete(word)
  }
}

function multiplyByRarity(invertedIndex: InvertedIndex, productCount: number) {
  for (const { positions, weights } of invertedIndex.values()) {
    const rarity = Math.log(1 + productCount / positions.length)
    weights.forEach((weight, index) => {
      weights[index] = rarity * weight
    })
  }
}

/** Divides the weights of each product by the length of the product's vector. */
function scaleToLengthOne(invertedIndex: InvertedIndex, productCount: number) {
  const squaredLengths = new Float64Array(productCount)
  for (const { positions, weights } of invertedIndex.values()) {
    positions.forEach((position, index) => {
      squaredLengths[position] = squaredLengths[position]! + weights[index]! ** 2
    })
  }
  for (const { positions, weights } of invertedIndex.values()) {
    positions.forEach((position, index) => {
      weights[index] = weights[index]! / Math.sqrt(squaredLengths[position]!)
    })
  }
}

/** How often each word occurs in a product's texts. Category and name have a higher weight. */
function wordCounts({
  category,
  categories = [category],
  name,
  description,
}: ModelProduct): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (word: string, weight: number) => counts.set(word, (counts.get(word) ?? 0) + weight)
  // The prefix makes the category a different word than the same word in the name.
  for (const each of categories) if (each) add(`category ${each.toLowerCase()}`, CATEGORY_WEIGHT)
  for (const word of wordsOf(name)) add(word, NAME_WEIGHT)
  for (const word of wordsOf(description)) add(word, 1)
  return counts
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(WORD_BREAK).filter(Boolean)
}
