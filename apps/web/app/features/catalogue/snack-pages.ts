import { isRefused } from '@nashta/contracts/api/shop-error'
import type { ProductPage } from '@nashta/contracts/catalogue/product'
import { PRODUCT_PAGE_SIZE } from '@nashta/contracts/constants'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, type Query } from '@tanstack/react-query'
import type { PageQuery } from '../../data/fetch-products.ts'
import { loadCatalogueCalls } from '../../data/product-queries.ts'
import type { SnackFilter } from './snack-filter.ts'
import { type CardPage, toCards } from './use-shelf.ts'

type FindPage = (query: PageQuery) => Promise<ProductPage>

/** A page of All Snacks. An old link may name a place that the store no longer knows: it begins at the beginning. */
export async function findSnacks(findPage: FindPage, filter: SnackFilter): Promise<CardPage> {
  const { cursor, ...wanted } = filter
  const query = { ...wanted, limit: PRODUCT_PAGE_SIZE }
  try {
    return toCards(await findPage({ ...query, cursor }))
  } catch (error) {
    if (cursor === '' || !isRefused(error)) throw error
    return toCards(await findPage(query))
  }
}

export function snackPages(filter: SnackFilter) {
  return infiniteQueryOptions({
    queryKey: ['catalogue', 'snacks', filter],
    queryFn: async ({ pageParam, signal }) => {
      const { findPage } = await loadCatalogueCalls()
      return findSnacks((query) => findPage(query, signal), { ...filter, cursor: pageParam })
    },
    initialPageParam: filter.cursor,
    getNextPageParam: ({ nextCursor }: CardPage) => nextCursor,
    // What was found before stays until there is something new to see.
    placeholderData: keepPreviousData,
    refetchOnMount: (query) => !isScrolledThrough(query),
    refetchOnWindowFocus: (query) => !isScrolledThrough(query),
  })
}

/** Renewing page after page would move what somebody is looking at, and cost a call for each. */
export function isScrolledThrough({ state }: Pick<Query, 'state'>): boolean {
  const { data } = state
  return isPaged(data) && data.pages.length > 1
}

function isPaged(data: unknown): data is InfiniteData<unknown> {
  return typeof data === 'object' && data !== null && 'pages' in data
}
