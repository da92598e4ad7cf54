import { isFinalRefusal } from '@nashta/contracts/api/shop-error'
import { familyOf } from '@nashta/contracts/catalogue/one-per-family'
import type { ProductPage } from '@nashta/contracts/catalogue/product'
import { PRODUCT_PAGE_SIZE } from '@nashta/contracts/constants'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  replaceEqualDeep,
} from '@tanstack/react-query'
import type { PageQuery } from '../../../data/products/fetch-products.ts'
import { catalogueKeys } from '../../../data/products/page-data.ts'
import { loadCatalogueCalls } from '../../../data/products/product-queries.ts'
import type { CardProduct } from '../cards/card-product.ts'
import { type CardPage, toCardPage } from '../use-product-query.ts'
import type { SnackFilter } from './snack-filter.ts'

/** Small, so that the page appears soon. More products load while the shopper scrolls. */
const FIRST_PAGE_SIZE = 12
/** How many best sellers stand where a filter finds nothing. */
const OTHERS_MAX = 4

type FindPage = (query: PageQuery) => Promise<ProductPage>

/** Finds a page of “All Snacks”. If the store refuses an old cursor, finds the first page. */
export async function findSnacks(findPage: FindPage, filter: SnackFilter): Promise<CardPage> {
  const { cursor, ...conditions } = filter
  const query = { ...conditions, families: 'true', counts: 'true' }
  async function findFirst(): Promise<CardPage> {
    const page = toCardPage(await findPage({ ...query, limit: FIRST_PAGE_SIZE }))
    if (page.total > 0) return page
    return { ...page, others: toCardPage(await findPage({ families: 'true', limit: OTHERS_MAX })).items }
  }
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
    queryKey: catalogueKeys.snacks(filter),
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

export type Pages = InfiniteData<CardPage, string>

/**
 * The pages to show after a fetch. A single page is shown as it was fetched. If several pages were
 * fetched again, their products stay in the shown order.
 */
export function updateWithoutMoving(shown: Pages, fetched: Pages): Pages {
  if (shown.pages.length === 1) return fetched
  // The next page was loaded. The pages before it are the same in `fetched` and in `shown`.
  if (fetched.pages.length > shown.pages.length) return fetched
  return updateInShownOrder(shown, fetched)
}

/**
 * Updates pages that were fetched again, and leaves their snacks in the shown order:
 * - A snack in `shown` and in `fetched` gets its new pack, price and stock.
 * - A snack only in `shown` disappears.
 * - A snack only in `fetched` is added at the end of the last page.
 */
function updateInShownOrder(shown: Pages, fetched: Pages): Pages {
  const fetchedByFamily = new Map(productsOf(fetched).map((product) => [familyOf(product), product]))
  const shownFamilies = new Set(productsOf(shown).map(familyOf))
  const added = [...fetchedByFamily.values()].filter((product) => !shownFamilies.has(familyOf(product)))
  const { total = 0, counts } = fetched.pages[0] ?? {}
  const fetchedEnd = fetched.pages.at(-1)?.nextCursor ?? null
  const lastIndex = shown.pages.length - 1
  const pages = shown.pages.map(({ items, nextCursor }, index) => {
    const updated = items.flatMap((product) => fetchedByFamily.get(familyOf(product)) ?? [])
    if (index < lastIndex) return { items: updated, total, counts, nextCursor }
    // The page that is loaded next starts where the fetched pages end.
    return { items: [...updated, ...added], total, counts, nextCursor: fetchedEnd }
  })
  return { ...shown, pages }
}

function productsOf({ pages }: Pages): CardProduct[] {
  return pages.flatMap(({ items }) => items)
}

function isPaged(data: unknown): data is Pages {
  return typeof data === 'object' && data !== null && 'pages' in data
}
