import { isFinalRefusal } from '@nashta/contracts/api/shop-error'
import type { ProductPage } from '@nashta/contracts/catalogue/product'
import { PRODUCT_PAGE_SIZE } from '@nashta/contracts/constants'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  replaceEqualDeep,
} from '@tanstack/react-query'
import type { PageQuery } from '../../data/fetch-products.ts'
import { loadCatalogueCalls } from '../../data/product-queries.ts'
import type { SnackFilter } from './snack-filter.ts'
import { type CardPage, toCardPage } from './use-product-query.ts'

/** Small, so that the page appears soon. More products load while the shopper scrolls. */
const FIRST_PAGE_SIZE = 12

type FindPage = (query: PageQuery) => Promise<ProductPage>

/** Finds a page of All Snacks: the first page if the store refuses the cursor of an old link. */
export async function findSnacks(findPage: FindPage, filter: SnackFilter): Promise<CardPage> {
  const { cursor, ...conditions } = filter
  const query = { ...conditions, counts: 'true' }
  const findFirst = async () => toCardPage(await findPage({ ...query, limit: FIRST_PAGE_SIZE }))
  if (cursor === '') return findFirst()
  try {
    return toCardPage(await findPage({ ...query, limit: PRODUCT_PAGE_SIZE, cursor }))
  } catch (error) {
    if (!isFinalRefusal(error)) throw error
    return findFirst()
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
    structuralSharing(shown, fetched) {
      const next = isPaged(shown) && isPaged(fetched) ? updateWithoutMoving(shown, fetched) : fetched
      // As the query client does by default, equal parts of the data stay the same objects.
      return replaceEqualDeep(shown, next)
    },
  })
}

type Pages = InfiniteData<CardPage, string>

/**
 * Updates the shown pages after they were fetched again. Products get their new prices and stock,
 * but do not move on the screen. Products that are not in `fetched` disappear. Products that are
 * only in `fetched` are added at the end. A single page is replaced as a whole.
 */
export function updateWithoutMoving(shown: Pages, fetched: Pages): Pages {
  if (shown.pages.length === 1) return fetched
  // The shopper has scrolled: `fetched` is the shown pages and one more, so no product moves.
  if (fetched.pages.length > shown.pages.length) return fetched
  const { total = 0, counts } = fetched.pages[0] ?? {}
  const products = new Map(
    fetched.pages.flatMap(({ items }) => items.map((product) => [product.products_id, product] as const)),
  )
  const shownIds = new Set(shown.pages.flatMap(({ items }) => items.map(({ products_id }) => products_id)))
  const added = [...products.values()].filter(({ products_id }) => !shownIds.has(products_id))
  const pages = shown.pages.map(({ items, nextCursor }, index) => {
    const updated = items.flatMap(({ products_id }) => products.get(products_id) ?? [])
    if (index < shown.pages.length - 1) return { items: updated, total, counts, nextCursor }
    // The next page starts where the fetched pages end.
    const fetchedEnd = fetched.pages.at(-1)?.nextCursor ?? null
    return { items: [...updated, ...added], total, counts, nextCursor: fetchedEnd }
  })
  return { ...shown, pages }
}

function isPaged(data: unknown): data is Pages {
  return typeof data === 'object' && data !== null && 'pages' in data
}
