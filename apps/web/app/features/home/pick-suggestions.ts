import type { Product } from '@nashta/contracts/catalogue/product'

export const HOME_RECOMMENDATIONS_COUNT = 4

/** The best seller of each category, then other best sellers, without products that the page has `shown` already. */
export function pickSuggestions<P extends Pick<Product, 'products_id' | 'category'>>(
  bestFirst: readonly P[],
  shown: readonly P[],
): P[] {
  const candidates = excludeProducts(bestFirst, shown)
  const byCategory = Map.groupBy(candidates, ({ category }) => category)
  const bestOfEach = [...byCategory.values()].flatMap((products) => products.slice(0, 1))
  return [...bestOfEach, ...excludeProducts(candidates, bestOfEach)].slice(0, HOME_RECOMMENDATIONS_COUNT)
}

export function excludeProducts<P extends Pick<Product, 'products_id'>>(
  products: readonly P[],
  excluded: readonly P[],
): P[] {
  const ids = new Set(excluded.map(({ products_id }) => products_id))
  return products.filter(({ products_id }) => !ids.has(products_id))
}
