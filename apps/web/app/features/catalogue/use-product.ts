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

/**
 * Polls a product. Until the first response arrives, the product comes from a card that was shown
 * before. While the store is unreachable, the product list is tried before the cards.
 */
export function useProduct(id: string, initialData: Product | undefined) {
  const { data, error } = useQuery({
    ...productQuery(id),
    ...(initialData && { initialData }),
    refetchInterval: usePolling(),
  })
  const client = useQueryClient()
  const { products: list, isReachable } = useProductList({ fetchNow: data === undefined })
  // The store refuses an id that no product has.
  const isMissing = isFinalRefusal(error)
  const isUnreachable = error !== null || !isReachable
  const listed = isUnreachable ? list?.find(({ products_id }) => products_id === id) : undefined
  const product: ShownProduct | undefined = data ?? listed ?? cachedCard(client, id)
  return { product: isMissing ? undefined : product, isMissing, error }
}

/** The product as a card of a list that was shown before. */
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
