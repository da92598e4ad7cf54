import { categoriesOf } from '@nashta/contracts/catalogue/categories'
import { familyOf, onePerFamily } from '@nashta/contracts/catalogue/one-per-family'
import type { Product } from '@nashta/contracts/catalogue/product'
import { HOME_RECOMMENDATIONS_COUNT } from '@nashta/contracts/constants'
import type { PageQuery } from '../../data/products/fetch-products.ts'

/**
 * The best sellers that the page chooses from. 24 best sellers usually include a product of each
 * category.
 */
export const CANDIDATES: PageQuery = { families: 'true', limit: 24 }

const BEST_SELLERS_COUNT = 4
const TRENDING_COUNT = 4

/** Enough to suggest products that are not among the best sellers of the page. */
export const GUEST_SUGGESTIONS_COUNT = HOME_RECOMMENDATIONS_COUNT + BEST_SELLERS_COUNT

/**
 * Picks the products for each section of the home page. No snack is in two sections. `bestFirst`
 * is the catalogue with the best sellers first. `recommended` has the recommendations for guests.
 * When there are too few recommendations, the best sellers of the categories are suggested instead.
 */
export function arrangeHome<P extends Pick<Product, 'products_id' | 'family' | 'category'>>(
  bestFirst: readonly P[],
  recommended: readonly P[],
) {
  const bestSellers = bestFirst.slice(0, BEST_SELLERS_COUNT)
  const candidates = onePerFamily(recommended, bestSellers).slice(0, HOME_RECOMMENDATIONS_COUNT)
  const suggested =
    candidates.length === HOME_RECOMMENDATIONS_COUNT ? candidates : pickSuggestions(bestFirst, bestSellers)
  const trending = onePerFamily(bestFirst, [...bestSellers, ...suggested]).slice(0, TRENDING_COUNT)
  return { bestSellers, suggested, trending }
}

/** The number of snacks by category. */
export type CategoryCounts = readonly (readonly [category: string, count: number])[]

/** Counts the snacks of each category. */
export function countByCategory(
  products: readonly Pick<Product, 'products_id' | 'family' | 'category' | 'categories'>[],
  names: readonly string[],
): CategoryCounts {
  return names.map(
    (name) =>
      [name, countSnacks(products.filter((product) => categoriesOf(product).includes(name)))] as const,
  )
}

/** The best seller of each category, then other best sellers, without the `shown` products. */
function pickSuggestions<P extends Pick<Product, 'products_id' | 'family' | 'category'>>(
  bestFirst: readonly P[],
  shown: readonly P[],
): P[] {
  const candidates = onePerFamily(bestFirst, shown)
  const byCategory = Map.groupBy(candidates, ({ category }) => category)
  const bestOfEach = [...byCategory.values()].flatMap((products) => products.slice(0, 1))
  return [...bestOfEach, ...onePerFamily(candidates, bestOfEach)].slice(0, HOME_RECOMMENDATIONS_COUNT)
}

function countSnacks(packs: readonly Pick<Product, 'products_id' | 'family'>[]): number {
  return new Set(packs.map(familyOf)).size
}
