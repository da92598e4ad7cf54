import { isFinalRefusal } from '@nashta/contracts/api/shop-error'
import type { Product } from '@nashta/contracts/catalogue/product'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fetchShop } from '../../data/fetch-shop.ts'
import { productQuery } from '../../data/product-queries.ts'
import { usePolling } from '../../data/use-online.ts'
import { useProductList } from '../../data/use-product-list.ts'

/** A shorter visit does not count as a view. */
const VIEW_MS = 2000

/** Polls a product. While the store is unreachable it comes from the product list. */
export function useProduct(id: string, initialData: Product | undefined) {
  const { data, error } = useQuery({
    ...productQuery(id),
    ...(initialData && { initialData }),
    refetchInterval: usePolling(),
  })
  const { products: list, savedAt } = useProductList({ fetchNow: data === undefined })
  // The store refuses an id that no product has.
  const isMissing = isFinalRefusal(error)
  const listed = error || savedAt !== null ? list?.find(({ products_id }) => products_id === id) : undefined
  return { product: isMissing ? undefined : (data ?? listed), isMissing, error }
}

/** Records a view for the recommendations of the shopper. Failures are ignored: views only improve recommendations. */
export function useRecordView(userId: string | undefined, productId: string) {
  useEffect(() => {
    if (!userId) return undefined
    const timer = setTimeout(() => {
      import('@nashta/contracts/catalogue/view')
        .then(({ recordView }) => fetchShop(recordView, { params: { userId }, body: { productId } }))
        .catch(() => {})
    }, VIEW_MS)
    return () => clearTimeout(timer)
  }, [userId, productId])
}
