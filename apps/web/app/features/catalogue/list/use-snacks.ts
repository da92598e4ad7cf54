import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryClient } from '../../../data/products/query-client.tsx'
import { useProductList } from '../../../data/products/use-product-list.ts'
import { cardsFromList } from '../use-product-query.ts'
import type { SnackFilter } from './snack-filter.ts'
import { type Pages, snackPagesQuery } from './snack-pages.ts'
import { type Snacks, snacksOnPages } from './snacks.ts'

/** The cached pages of a filter. */
export function cachedSnacks(filter: SnackFilter): Pages | undefined {
  return getQueryClient().getQueryData(snackPagesQuery(filter).queryKey)
}

/**
 * The products that the route “All Snacks” shows for a filter. If no page can be fetched, the
 * products come from the polled or stored product list.
 */
export function useSnacks(filter: SnackFilter): Snacks {
  const query = useInfiniteQuery(snackPagesQuery(filter))
  const { data, error, isPlaceholderData, isFetchingNextPage, isFetchNextPageError } = query
  const { products: list, isReachable } = useProductList({ fetchNow: data === undefined })
  const cannotFetch = error !== null || !isReachable
  const isListUsed = !data && cannotFetch && list !== undefined
  // Undefined if the JavaScript module of the filter could not be loaded.
  const fromList = isListUsed ? cardsFromList(list, { ...filter, families: 'true' }) : undefined
  return {
    ...snacksOnPages(data),
    ...(fromList && { products: fromList, total: fromList.length }),
    error,
    isRefreshing: isPlaceholderData,
    retry: () => void query.refetch(),
    loadMore: () => void query.fetchNextPage({ cancelRefetch: false }),
    isLoadingMore: isFetchingNextPage,
    moreError: isFetchNextPageError ? error : null,
  }
}
