import type { Product } from '@nashta/contracts/catalogue/product'
import { queryOptions } from '@tanstack/react-query'
import { loadCatalogueCalls } from './load-catalogue-calls.ts'
import { productList } from './product-list.ts'
import { getQueryClient } from './query-client.ts'

export function productQuery(id: string) {
  return queryOptions({
    queryKey: ['catalogue', 'product', id],
    queryFn: async ({ signal }) => (await loadCatalogueCalls()).findProduct(id, signal),
  })
}

/** A product that need not be asked for: the page's own, or the one in the list. */
export function productAtHand(id: string): Product | undefined {
  const client = getQueryClient()
  return (
    client.getQueryData(productQuery(id).queryKey) ??
    client.getQueryData(productList.queryKey)?.items.find((product) => product.products_id === id)
  )
}
