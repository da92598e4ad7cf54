import { isRefused } from '@nashta/contracts/api/shop-error'
import type { Product } from '@nashta/contracts/catalogue/product'
import { useQuery } from '@tanstack/react-query'
import { usePolling } from '../../data/polling.ts'
import { productQuery } from '../../data/product-queries.ts'
import { useProductList } from '../../data/use-product-list.ts'

export type ProductState = { product: Product | undefined; isMissing: boolean; error: Error | null }

/** A product by its own address, followed while it is looked at; the list stands in while the store is away. */
export function useProduct(id: string, known: Product | undefined): ProductState {
  const { data, error } = useQuery({
    ...productQuery(id),
    ...(known && { initialData: known }),
    refetchInterval: usePolling(),
  })
  const { products: list } = useProductList({ canWait: data !== undefined })
  const isMissing = isRefused(error)
  if (data || isMissing) return { product: isMissing ? undefined : data, isMissing, error }
  return {
    product: error ? list?.find(({ products_id }) => products_id === id) : undefined,
    isMissing,
    error,
  }
}
