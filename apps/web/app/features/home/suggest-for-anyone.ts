import type { Product } from '@nashta/contracts/catalogue/product'

export const HOME_RECOMMENDATIONS_COUNT = 4

/** For somebody we know nothing of: a favourite of each kind, then what sells best, but nothing that is shown beside it. */
export function suggestForAnyone<P extends Pick<Product, 'products_id' | 'category'>>(
  bestFirst: readonly P[],
  shown: readonly P[],
): P[] {
  const left = without(bestFirst, shown)
  const favourites = [...Map.groupBy(left, ({ category }) => category).values()].flatMap(
    ([best]) => best ?? [],
  )
  return [...favourites, ...without(left, favourites)].slice(0, HOME_RECOMMENDATIONS_COUNT)
}

export function without<P extends Pick<Product, 'products_id'>>(
  products: readonly P[],
  others: readonly P[],
): P[] {
  const ids = new Set(others.map(({ products_id }) => products_id))
  return products.filter(({ products_id }) => !ids.has(products_id))
}
