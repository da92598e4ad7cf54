import type { Product } from '@nashta/contracts/catalogue/product'
import { queryOptions } from '@tanstack/react-query'
import { FETCH_PRODUCTS_FAILED } from '../../texts/products.ts'
import { setReached } from '../calls/reachability.ts'
import type { PageQuery } from './fetch-products.ts'
import type { filterProducts } from './filter-products.ts'
import { catalogueKeys } from './page-data.ts'
import { getQueryClient } from './query-client.tsx'

/** The best-selling products. The list is polled, so it is limited to one page. */
export const productListQuery = queryOptions({
  queryKey: ['catalogue', 'list'],
  queryFn: async ({ signal }) => (await loadCatalogueCalls()).findAndSaveFirstPage(signal),
})

export function productQuery(id: string) {
  return queryOptions({
    queryKey: catalogueKeys.product(id),
    queryFn: async ({ signal }) => (await loadCatalogueCalls()).findProduct(id, signal),
  })
}

/** A product from the query cache: from the polled list, or else from its own query. */
export function cachedProduct(id: string): Product | undefined {
  return listedProduct(id) ?? getQueryClient().getQueryData(productQuery(id).queryKey)
}

/** The product in the polled list. */
export function listedProduct(id: string): Product | undefined {
  const list = getQueryClient().getQueryData(productListQuery.queryKey)
  return list?.items.find((product) => product.products_id === id)
}

/**
 * Returns the module with the catalogue calls. The module is loaded on first use, because hydration
 * does not need the module.
 */
export async function loadCatalogueCalls() {
  try {
    await preloadFilter()
    return await import('./catalogue-calls.ts')
  } catch (error) {
    setReached(false)
    throw new Error(FETCH_PRODUCTS_FAILED, { cause: error })
  }
}

let loadedFilter: typeof filterProducts | undefined

/**
 * Loads the filter for `filterList`. Pages call `filterList` while the store is unreachable, when
 * the filter can no longer be loaded. A failure is ignored, because pages that show the whole list
 * do not need the filter.
 */
async function preloadFilter() {
  const filter = await import('./filter-products.ts').catch(() => undefined)
  loadedFilter ??= filter?.filterProducts
}

/** Filters the product list; undefined when the filter could not be loaded. */
export function filterList(list: readonly Product[], query: PageQuery): Product[] | undefined {
  return loadedFilter?.(list, query)
}
