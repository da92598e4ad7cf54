import { useInfiniteQuery } from '@tanstack/react-query'
import { filterProducts } from '../../data/filter-products.ts'
import { useProductList } from '../../data/use-product-list.ts'
import type { CardProduct } from './product-card.tsx'
import type { SnackFilter } from './snack-filter.ts'
import { snackPages } from './snack-pages.ts'
import { toCard } from './to-card.ts'
import type { CardPage } from './use-shelf.ts'

export type Snacks = {
  /** Undefined until there is anything to show. */
  products: readonly CardProduct[] | undefined
  total: number
  pageCount: number
  nextCursor: string | null
  error: Error | null
  /** What is shown is of the last question, the answer to this one is on its way. */
  isRenewing: boolean
  retry: () => void
  loadMore: () => void
  isLoadingMore: boolean
  moreError: Error | null
}

/** On the server a page is what its loader found: there is nothing to ask for, nor to follow. */
export const useSnacks = typeof document === 'undefined' ? useSentSnacks : useFollowedSnacks

function useSentSnacks(_filter: SnackFilter, sent: CardPage | undefined): Snacks {
  return {
    products: sent?.items,
    total: sent?.total ?? 0,
    pageCount: 1,
    nextCursor: sent?.nextCursor ?? null,
    error: null,
    isRenewing: false,
    retry() {},
    loadMore() {},
    isLoadingMore: false,
    moreError: null,
  }
}

/** All Snacks for a filter: the store's pages, or what the saved list has of them while the store is away. */
function useFollowedSnacks(filter: SnackFilter, sent: CardPage | undefined): Snacks {
  const query = useInfiniteQuery({
    ...snackPages(filter),
    ...(sent && { initialData: { pages: [sent], pageParams: [filter.cursor] } }),
  })
  const { data, error, isPlaceholderData, isFetchingNextPage, isFetchNextPageError } = query
  const { products: list } = useProductList({ canWait: data !== undefined })
  const state = {
    error,
    retry: () => void query.refetch(),
    loadMore: () => void query.fetchNextPage({ cancelRefetch: false }),
    isLoadingMore: isFetchingNextPage,
    moreError: isFetchNextPageError ? error : null,
    isRenewing: isPlaceholderData,
  }

  const last = data?.pages.at(-1)
  if (data && last) {
    return {
      ...state,
      products: distinct(data.pages.flatMap(({ items }) => items)),
      total: last.total,
      pageCount: data.pages.length,
      nextCursor: last.nextCursor,
    }
  }
  const picked = error && list ? filterProducts(list, filter).map(toCard) : undefined
  return { ...state, products: picked, total: picked?.length ?? 0, pageCount: 1, nextCursor: null }
}

/** A product that moved down between two pages would be on both. */
function distinct(products: CardProduct[]): CardProduct[] {
  return [...new Map(products.map((product) => [product.products_id, product])).values()]
}
