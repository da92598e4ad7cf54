import type { Product } from '@nashta/contracts/catalogue/product'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findProductsById } from './find-products-by-id.ts'
import { loadCatalogueCalls } from './product-queries.ts'

/**
 * The products of these ids that the shop has, in this order. Without a line, those that the browser
 * has saved. `products` is undefined until they are loaded.
 */
export function useProductsById(ids: readonly string[]) {
  const { data: products, error } = useQuery({
    queryKey: ['catalogue', 'by id', ids],
    queryFn: () => findOrReadSaved(ids),
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })
  return { products, error }
}

async function findOrReadSaved(ids: readonly string[]): Promise<Product[]> {
  try {
    return await findProductsById(ids)
  } catch (error) {
    const saved = (await loadCatalogueCalls()).productCache.read()
    if (!saved) throw error
    const byId = new Map(saved.products.map((product) => [product.products_id, product]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }
}
