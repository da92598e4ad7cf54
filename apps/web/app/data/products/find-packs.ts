import type { Product, ProductPage } from '@nashta/contracts/catalogue/product'
import type { PageQuery } from './fetch-products.ts'
import { packsQuery } from './page-data.ts'
import { loadCatalogueCalls, productListQuery } from './product-queries.ts'
import { getQueryClient } from './query-client.tsx'

/** All packs of these snacks. Cards are useful without them, so those that cannot be fetched are left out. */
export async function fetchPacks(
  findPage: (query: PageQuery) => Promise<ProductPage>,
  products: readonly Product[],
): Promise<Product[]> {
  const families = new Set(products.flatMap(({ family }) => family ?? []))
  const found = await Promise.allSettled([...families].map((family) => findPage(packsQuery(family))))
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value.items : []))
}

/** All packs of these snacks, in the browser: from the polled list if it has every product. */
export async function findPacks(products: readonly Product[]): Promise<Product[]> {
  const list = getQueryClient().getQueryData(productListQuery.queryKey)
  if (list?.nextCursor === null) return list.items
  const { findPage } = await loadCatalogueCalls()
  return fetchPacks(findPage, products)
}
