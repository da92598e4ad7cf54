import { isFinalRefusal } from '@nashta/contracts/api/shop-error'
import type { Product } from '@nashta/contracts/catalogue/product'
import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fetchShop } from '../../data/fetch-shop.ts'
import { productQuery } from '../../data/product-queries.ts'
import { usePolling } from '../../data/use-online.ts'
import { useProductList } from '../../data/use-product-list.ts'
import type { CardProduct } from './product-card.tsx'
import type { ShownProduct } from './product-view.tsx'
import type { CardPage } from './use-product-query.ts'

/** A visit that is shorter than this does not count as a view. */
const VIEW_MS = 2000

type ProductResult = {
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
export function useProduct(id: string, initialData: Product | undefined): ProductResult {
  const { data, error } = useQuery({
    ...productQuery(id),
    ...(initialData && { initialData }),
    refetchInterval: usePolling(),
  })
  const client = useQueryClient()
  // The list is fetched along with the product, in case the product cannot be fetched.
  const { products: list, isReachable } = useProductList({ fetchNow: data === undefined })

  // The store refuses an id that no product has.
  if (isFinalRefusal(error)) return { product: undefined, isMissing: true, error }
  if (data) return { product: data, isMissing: false, error }

  const cannotFetch = error !== null || !isReachable
  const listed = cannotFetch ? list?.find(({ products_id }) => products_id === id) : undefined
  return { product: listed ?? cachedCard(client, id), isMissing: false, error }
}

/** The product on a card of All Snacks, a collection or a product page that was shown before. */
function cachedCard(client: QueryClient, id: string): CardProduct | undefined {
  const snacks = client.getQueriesData<InfiniteData<CardPage>>({ queryKey: ['catalogue', 'snacks'] })
  const queries = client.getQueriesData<CardPage>({ queryKey: ['catalogue', 'query'] })
  const pages = [...snacks.flatMap(([, data]) => data?.pages), ...queries.map(([, data]) => data)]
  return pages.flatMap((page) => page?.items ?? []).find(({ products_id }) => products_id === id)
}

/** Records a view. Failures are ignored: views only improve the recommendations for the shopper. */
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
