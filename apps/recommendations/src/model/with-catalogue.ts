import { scaleToOne } from './blend-scores.ts'
import { contentWeights, isWellKnown } from './content.ts'
import type { Model } from './model.ts'
import type { SparseMatrix } from './sparse-matrix.ts'
import type { CatalogueItem } from './training-data.ts'

/** A model combined with the current catalogue, with everything precomputed that is the same for every shopper. */
export type ServedModel = {
  model: Model
  /** The model's products first, then products that are newer than the model. */
  productIds: readonly string[]
  indexOf: ReadonlyMap<string, number>
  isOffered: Uint8Array
  /** Each product's category number; 0 for a product without a category. */
  categories: Uint32Array
  /** At most 1; 0 for products not in the catalogue. */
  popularity: Float64Array
  /** Products in the catalogue, the most popular first. */
  byPopularity: Uint32Array
  /** Products in the catalogue with few interactions. */
  littleKnown: Uint32Array
  content: SparseMatrix
}

/** Only products of the catalogue can be suggested, including those the model was trained without. */
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
  const scale = scaleToOne(model.popularity)
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
      // The sort is stable: before the first purchase the catalogue's own order remains.
      described.map(({ index }) => index).toSorted((a, b) => popularity[b]! - popularity[a]!),
    ),
    littleKnown: Uint32Array.from(offeredIndexes.filter((index) => !isWellKnown(model.counts[index] ?? 0))),
    content: contentWeights(described, size),
  }
}
