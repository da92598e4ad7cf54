import { isFinalRefusal } from '@nashta/contracts/api/shop-error'
import type { ProductPage } from '@nashta/contracts/catalogue/product'
import { PRODUCT_PAGE_SIZE } from '@nashta/contracts/constants'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, type Query } from '@tanstack/react-query'
import type { PageQuery } from '../../data/fetch-products.ts'
import { loadCatalogueCalls } from '../../data/product-queries.ts'
import type { SnackFilter } from './snack-filter.ts'
import { type CardPage, toCardPage } from './use-product-query.ts'

type FindPage = (query: PageQuery) => Promise<ProductPage>

/** A page of All Snacks; the first page when the store no longer accepts the cursor of an old link. */
export async function findSnacks(findPage: FindPage, filter: SnackFilter): Promise<CardPage> {
  const { cursor, ...conditions } = filter
  const query = { ...conditions, limit: PRODUCT_PAGE_SIZE }
  try {
    return toCardPage(await findPage({ ...query, cursor }))
  } catch (error) {
    if (cursor === '' || !isFinalRefusal(error)) throw error
    return toCardPage(await findPage(query))
  }
}

export function snackPagesQuery(filter: SnackFilter) {
  return infiniteQueryOptions({
    queryKey: ['catalogue', 'snacks', filter],
    queryFn: async ({ pageParam, signal }) => {
      const { findPage } = await loadCatalogueCalls()
      return findSnacks((query) => findPage(query, signal), { ...filter, cursor: pageParam })
    },
    initialPageParam: filter.cursor,
    getNextPageParam: ({ nextCursor }: CardPage) => nextCursor,
    // The products of the previous filter are shown until the response arrives.
    placeholderData: keepPreviousData,
    refetchOnMount: (query) => !hasSeveralPages(query),
    refetchOnWindowFocus: (query) => !hasSeveralPages(query),
  })
}

/** A query of several pages is not refetched: that would move the products on screen, and cost a request per page. */
export function hasSeveralPages({ state }: Pick<Query, 'state'>): boolean {
  const { data } = state
  return isPaged(data) && data.pages.length > 1
}

function isPaged(data: unknown): data is InfiniteData<unknown> {
  return typeof data === 'object' && data !== null && 'pages' in data
}
