import type { CatalogueItem } from './catalogue-item.ts'
import { contentWeights, isWellKnown } from './content.ts'
import { toOne } from './mix.ts'
import type { Model } from './model.ts'
import type { SparseMatrix } from './sparse-matrix.ts'

/** A model and the catalogue of now, with everything worked out that is the same for every shopper. */
export type ServedModel = {
  model: Model
  /** Those of the model first, then those that are newer than it. */
  productIds: readonly string[]
  indexOf: ReadonlyMap<string, number>
  isOffered: Uint8Array
  /** The number of each product's category; 0 if it has none. */
  categories: Uint32Array
  /** At most 1; 0 for what is not offered. */
  popularity: Float64Array
  /** What is offered, the most popular first. */
  byPopularity: Uint32Array
  /** What is offered and of which little is known. */
  fresh: Uint32Array
  content: SparseMatrix
}

/** The catalogue decides what is offered, also what the model was trained without. */
export function withCatalogue(model: Model, catalogue: readonly CatalogueItem[]): ServedModel {
  const indexOf = new Map(model.productIds.map((productId, index) => [productId, index]))
  const offered = new Map(catalogue.map((item) => [item.productId, item]))
  for (const productId of [...offered.keys()].toSorted()) {
    if (!indexOf.has(productId)) indexOf.set(productId, indexOf.size)
  }
  const size = indexOf.size
  const isOffered = new Uint8Array(size)
  const categories = new Uint32Array(size)
  const categoryNumbers = new Map([['', 0]])
  const described = [...offered.values()].map((item) => {
    const index = indexOf.get(item.productId)!
    return { item, index, count: model.counts[index] ?? 0 }
  })
  for (const { item, index } of described) {
    const number = categoryNumbers.get(item.category) ?? categoryNumbers.size
    categoryNumbers.set(item.category, number)
    categories[index] = number
    isOffered[index] = 1
  }
  const scale = toOne(model.popularity)
  const popularity = Float64Array.from({ length: size }, (_, index) =>
    isOffered[index] ? scale * (model.popularity[index] ?? 0) : 0,
  )
  const offeredIndexes = described.map(({ index }) => index).toSorted((a, b) => a - b)
  return {
    model,
    productIds: [...indexOf.keys()],
    indexOf,
    isOffered,
    categories,
    popularity,
    byPopularity: Uint32Array.from(
      // Before anybody has bought anything, the shop's own order is the best guess.
      described.map(({ index }) => index).toSorted((a, b) => popularity[b]! - popularity[a]!),
    ),
    fresh: Uint32Array.from(offeredIndexes.filter((index) => !isWellKnown(model.counts[index] ?? 0))),
    content: contentWeights(described, size),
  }
}
