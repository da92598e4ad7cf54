import type { CatalogueItem } from './catalogue-item.ts'
import { createMatrixBuilder, type SparseMatrix } from './sparse-matrix.ts'
import { strongest } from './strongest.ts'

const WORD_BREAK = /[^\p{L}\p{N}]+/u
const CATEGORY_WEIGHT = 2
const NAME_WEIGHT = 2
const KEEP = 50
/** Less in common is chance. */
const LEAST_SIMILAR = 0.1
/** So many interactions say as much about a product as its words. */
const TRUSTED_COUNT = 5
/** Other products, counted once for each word in common. */
const LOOKED_THROUGH_MAX = 4000
/** From here on the words add nothing to what is known. */
const WELL_KNOWN_COUNT = 20

export function isWellKnown(count: number): boolean {
  return count >= WELL_KNOWN_COUNT
}

/** A product and its number, and how often it was taken. */
type Described = { item: CatalogueItem; index: number; count: number }

/**
 * What each product says about those of which little is known, by the words of category, name and
 * description (cosine of TF-IDF). Row and column are the products' numbers.
 */
export function contentWeights(products: readonly Described[], size: number): SparseMatrix {
  const counts = products.map(({ item }) => wordCounts(item))
  const places = placesByWord(counts)
  const builder = createMatrixBuilder(size, size)
  const sums = new Float64Array(products.length)
  products.forEach(({ index, count }, place) => {
    if (isWellKnown(count)) return
    const share = TRUSTED_COUNT / (count + TRUSTED_COUNT)
    const touched = addSimilar(sums, place, counts[place] ?? new Map(), places)
    const others = touched.filter((other) => sums[other]! >= LEAST_SIMILAR)
    const similar = Float64Array.from(others, (other) => sums[other]!)
    for (const at of strongest(similar, KEEP)) {
      const source = products[others[at]!]!
      builder.add(source.index, index, share * similar[at]!)
    }
    for (const other of touched) sums[other] = 0
  })
  return builder.build()
}

/** The products that have a word, in their order, and how much of each it is. */
type Place = { items: number[]; weights: number[] }
type Places = Map<string, Place>

/** Answers the places of the products that have anything in common with the one at `own`. */
function addSimilar(
  sums: Float64Array,
  own: number,
  words: ReadonlyMap<string, number>,
  places: Places,
): number[] {
  const touched: number[] = []
  for (const { items, weights } of tellingPlaces(words, places)) {
    const weight = weights[placeIn(items, own)] ?? 0
    for (let at = 0; at < items.length; at++) {
      const other = items[at]!
      if (other === own) continue
      if (sums[other] === 0) touched.push(other)
      sums[other] = sums[other]! + weight * weights[at]!
    }
  }
  return touched
}

/** The rarest words first, and no more than can be looked through in a large catalogue as well. */
function tellingPlaces(words: ReadonlyMap<string, number>, places: Places): Place[] {
  const known = [...words.keys()].flatMap((word) => places.get(word) ?? [])
  let left = LOOKED_THROUGH_MAX
  return known
    .toSorted((a, b) => a.items.length - b.items.length)
    .filter(({ items }) => {
      left -= items.length
      return left >= 0
    })
}

/** Where a number stands in a row of ever larger ones. */
function placeIn(numbers: readonly number[], wanted: number) {
  let [low, high] = [0, numbers.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** Only words that tell products apart: not those that more than half of them have. */
function placesByWord(counts: readonly ReadonlyMap<string, number>[]): Places {
  const places: Places = new Map()
  counts.forEach((words, item) => {
    for (const [word, count] of words) {
      const known = places.get(word) ?? { items: [], weights: [] }
      known.items.push(item)
      known.weights.push(count)
      places.set(word, known)
    }
  })
  const squares = new Float64Array(counts.length)
  for (const [word, { items, weights }] of places) {
    if (items.length > 1 && items.length > counts.length / 2) {
      places.delete(word)
      continue
    }
    const rarity = Math.log(1 + counts.length / items.length)
    items.forEach((item, at) => {
      const weight = rarity * weights[at]!
      weights[at] = weight
      squares[item] = squares[item]! + weight ** 2
    })
  }
  for (const { items, weights } of places.values()) {
    items.forEach((item, at) => {
      weights[at] = weights[at]! / Math.sqrt(squares[item]!)
    })
  }
  return places
}

function wordCounts({ category, name, description }: CatalogueItem): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (word: string, weight: number) => counts.set(word, (counts.get(word) ?? 0) + weight)
  // Not a word of the text, so that a name that has the category in it does not count twice.
  if (category) add(`category ${category.toLowerCase()}`, CATEGORY_WEIGHT)
  for (const word of wordsOf(name)) add(word, NAME_WEIGHT)
  for (const word of wordsOf(description)) add(word, 1)
  return counts
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(WORD_BREAK).filter(Boolean)
}
