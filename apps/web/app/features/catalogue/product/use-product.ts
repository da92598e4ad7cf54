import { isFinalRefusal } from '@nashta/contracts/api/shop-error'
import { useQuery } from '@tanstack/react-query'
import { usePolling } from '../../../data/calls/use-online.ts'
import { productQuery } from '../../../data/products/product-queries.ts'
import { useProductList } from '../../../data/products/use-product-list.ts'
import { cachedCard } from '../use-product-query.ts'
import type { ShownProduct } from './product-view.tsx'

export type ProductResult = {
  product: ShownProduct | undefined
  /** True when the catalogue has no product with this id. */
  isMissing: boolean
  error: Error | null
}

/**
 * Polls a product. `product` is the first of these that exists:
 * - the fetched product
 * - the product in the product list, if the product cannot be fetched
 * - the product on a card that was shown before
 */
export function useProduct(id: string): ProductResult {
  const { data, error } = useQuery({ ...productQuery(id), refetchInterval: usePolling() })
  // The list is fetched along with the product, in case the product cannot be fetched.
  const { products: list, isReachable } = useProductList({ fetchNow: data === undefined })

  // The store refuses an id that no product has.
  if (isFinalRefusal(error)) return { product: undefined, isMissing: true, error }
  if (data) return { product: data, isMissing: false, error }

  const cannotFetch = error !== null || !isReachable
  const listed = cannotFetch ? list?.find(({ products_id }) => products_id === id) : undefined
  return { product: listed ?? cachedCard(id), isMissing: false, error }
}
