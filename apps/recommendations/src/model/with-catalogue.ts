import { normalisingFactor } from './blend-scores.ts'
import { contentWeights, isWellKnown } from './content.ts'
import type { Model } from './model.ts'
import type { SparseMatrix } from './numerics/sparse-matrix.ts'
import type { ModelProduct } from './training-data.ts'

/** The category number of products without a category. */
export const NO_CATEGORY = 0

/**
 * A model combined with the current catalogue. It has everything that scoring needs and that is the
 * same for all shoppers.
 */
export type ServedModel = {
  model: Model
  /** The model's products, then the catalogue's products that are newer than the model. */
  productIds: readonly string[]
  /** A product's index in `productIds` and in the arrays below. */
  indexById: ReadonlyMap<string, number>
  /** 1 for products in the catalogue; only they can be suggested. */
  isOffered: Uint8Array
  /**
   * Each product's category number, from 1. Products outside the catalogue have `NO_CATEGORY`, like
   * those without a category.
   */
  categories: Uint32Array
  /** The indexes of the other packs of the same snack, for each product that has any. */
  packs: ReadonlyMap<number, readonly number[]>
  /**
   * Each product's popularity, divided by the model's largest one. It is 0 for products that are
   * not in the catalogue.
   */
  popularity: Float64Array
  /** The indexes of the catalogue's products, the most popular first. */
  byPopularity: Uint32Array
  /** The indexes of the catalogue's products that have few interactions. */
  littleKnown: Uint32Array
  /** The similarity of products to little-known ones (see `contentWeights`). */
  contentWeights: SparseMatrix
}

export function withCatalogue(model: Model, catalogue: readonly ModelProduct[]): ServedModel {
  const indexById = new Map(model.productIds.map((productId, index) => [productId, index]))
  const catalogueById = new Map(catalogue.map((product) => [product.productId, product]))
  for (const productId of [...catalogueById.keys()].toSorted()) {
    if (!indexById.has(productId)) indexById.set(productId, indexById.size)
  }
  const size = indexById.size
  const isOffered = new Uint8Array(size)
  const categories = new Uint32Array(size)
  const categoryNumbers = new Map([['', NO_CATEGORY]])
  const offeredProducts = [...catalogueById.values()].map((product) => {
    const index = indexById.get(product.productId)!
    return { product, index, count: model.counts[index] ?? 0 }
  })
  for (const { product, index } of offeredProducts) {
    const number = categoryNumbers.get(product.category) ?? categoryNumbers.size
    categoryNumbers.set(product.category, number)
    categories[index] = number
    isOffered[index] = 1
  }
  const factor = normalisingFactor(model.popularity)
  const popularity = Float64Array.from({ length: size }, (_, index) =>
    isOffered[index] ? factor * (model.popularity[index] ?? 0) : 0,
  )
  const inCatalogueOrder = offeredProducts.map(({ index }) => index)
  const isLittleKnown = (index: number) => !isWellKnown(model.counts[index] ?? 0)
  return {
    model,
    // A map lists its keys in the order in which they were added: here, the order of the indexes.
    productIds: [...indexById.keys()],
    indexById,
    isOffered,
    categories,
    packs: packsOf(offeredProducts),
    popularity,
    // The sort is stable, so equally popular products stay in the catalogue's order.
    byPopularity: Uint32Array.from(inCatalogueOrder.toSorted((a, b) => popularity[b]! - popularity[a]!)),
    // `arrange.ts` picks a product from this list with a seeded random number. The list is sorted,
    // so that a seed picks the same product in any order of the catalogue.
    littleKnown: Uint32Array.from(inCatalogueOrder.filter(isLittleKnown)).toSorted(),
    contentWeights: contentWeights(offeredProducts, size),
  }
}

type OfferedProduct = { product: ModelProduct; index: number }

function packsOf(offered: readonly OfferedProduct[]): Map<number, number[]> {
  const inFamilies = offered.filter(({ product }) => product.family !== undefined)
  const packs = new Map<number, number[]>()
  for (const family of Map.groupBy(inFamilies, ({ product }) => product.family).values()) {
    for (const { index } of family)
      if (family.length > 1)
        packs.set(
          index,
          family.map((other) => other.index).filter((other) => other !== index),
        )
  }
  return packs
}
