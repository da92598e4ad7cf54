import { familyOf } from '@nashta/contracts/catalogue/one-per-family'
import type { CardProduct } from '../cards/card-product.ts'
import type { CardPage } from '../use-product-query.ts'

/** What the route “All Snacks” shows for a filter. */
export type Snacks = {
  /** Undefined while the first page is being fetched, or if nothing can be shown. */
  products: readonly CardProduct[] | undefined
  total: number
  /** How many products each choice of a filter would give. Undefined until a page is fetched. */
  counts: CardPage['counts']
  /** What else there is, where the filter finds nothing. */
  nearest: CardPage['nearest']
  others: CardPage['others']
  pageCount: number
  nextCursor: string | null
  error: Error | null
  /** True while the products shown are still those of the previous filter. */
  isRefreshing: boolean
  retry: () => void
  /** Does nothing while a page is being fetched. */
  loadMore: () => void
  isLoadingMore: boolean
  moreError: Error | null
}

/** What is on the pages that are loaded. */
export function snacksOnPages(data: { pages: readonly CardPage[] } | undefined) {
  const lastPage = data?.pages.at(-1)
  return {
    products: data && distinct(data.pages.flatMap(({ items }) => items)),
    total: lastPage?.total ?? 0,
    counts: lastPage?.counts,
    nearest: lastPage?.nearest,
    others: lastPage?.others,
    pageCount: data?.pages.length ?? 1,
    nextCursor: lastPage?.nextCursor ?? null,
  }
}

/** Removes duplicates: a snack that moved down between the requests of two pages is on both. */
function distinct(products: CardProduct[]): CardProduct[] {
  return [...new Map(products.map((product) => [familyOf(product), product])).values()]
}
