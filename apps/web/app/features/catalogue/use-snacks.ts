import { familyOf } from '@nashta/contracts/catalogue/one-per-family'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useProductList } from '../../data/use-product-list.ts'
import type { CardProduct } from './card-product.ts'
import type { SnackFilter } from './snack-filter.ts'
import { snackPagesQuery } from './snack-pages.ts'
import { cardsFromList, type CardPage } from './use-product-query.ts'

export type Snacks = ReturnType<typeof useSnacks>

/**
 * The products that the route “All Snacks” shows for a filter. If no page can be fetched, the
 * products come from the polled or stored product list.
 */
export function useSnacks(filter: SnackFilter, initialPage: CardPage | undefined) {
  const query = useInfiniteQuery({
    ...snackPagesQuery(filter),
    ...(initialPage && { initialData: { pages: [initialPage], pageParams: [filter.cursor] } }),
  })
  const { data, error, isPlaceholderData, isFetchingNextPage, isFetchNextPageError } = query
  const { products: list, isReachable } = useProductList({ fetchNow: data === undefined })
  const lastPage = data?.pages.at(-1)
  const cannotFetch = error !== null || !isReachable
  const isListUsed = !data && cannotFetch && list !== undefined
  // Undefined if the JavaScript module of the filter could not be loaded.
  const fromList = isListUsed ? cardsFromList(list, { ...filter, families: 'true' }) : undefined
  return {
    /** Undefined while the first page is being fetched, or if nothing can be shown. */
    products: data ? distinct(data.pages.flatMap(({ items }) => items)) : fromList,
    total: lastPage?.total ?? fromList?.length ?? 0,
    /** How many products each choice of a filter would give. Undefined until a page is fetched. */
    counts: lastPage?.counts,
    /** What else there is, where the filter finds nothing. */
    nearest: lastPage?.nearest,
    others: lastPage?.others,
    pageCount: data?.pages.length ?? 1,
    nextCursor: lastPage?.nextCursor ?? null,
    error,
    /** True while the products shown are still those of the previous filter. */
    isRefreshing: isPlaceholderData,
    retry: () => void query.refetch(),
    /** Does nothing while a page is being fetched. */
    loadMore: () => void query.fetchNextPage({ cancelRefetch: false }),
    isLoadingMore: isFetchingNextPage,
    moreError: isFetchNextPageError ? error : null,
  }
}

/** Removes duplicates: a snack that moved down between the requests of two pages is on both. */
function distinct(products: CardProduct[]): CardProduct[] {
  return [...new Map(products.map((product) => [familyOf(product), product])).values()]
}
