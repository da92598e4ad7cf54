import { compareSizes } from '../compare-with-bare.ts'
import { CATEGORIES, FLAVOURS } from '../data/generated-catalogue.ts'
import { bodyOf, captureResponse } from '../load/captured-response.ts'
import { requestText, UNIQUE_MARK } from '../load/load.ts'
import type { Bench, Measurement, Row } from '../row.ts'
import { startStoreWithData } from './start-store.ts'

const GROWTH_MAX = 1.5
const PAGE_SIZE = 24
const LIST_PAGES = 3
const SORTS = ['relevance', 'newest', 'price-asc', 'price-desc']

/** A maximum price above all prices. It is new in each request, so no cache has the response. */
const UNCACHED_SUFFIX = `&maxPrice=${UNIQUE_MARK}`

type Query = Record<string, string>
type ProductPage = { items: unknown[]; nextCursor: string | null }
/** Queries for first pages, and the number of pages to read of each. */
type PagedQueries = { queries: Query[]; pageCount: number }

const LISTS: PagedQueries = {
  queries: ['', ...CATEGORIES].flatMap((category) => inEverySort({ category })),
  pageCount: LIST_PAGES,
}
const SEARCHES: PagedQueries = {
  queries: [...FLAVOURS, ...misspeltFlavours()].flatMap((search) => inEverySort({ search })),
  pageCount: 1,
}

/**
 * The uncached rows read first pages only. A cursor is valid only for the price limit of its page,
 * and each request has another limit.
 */
export const largeCatalogueRows: Row[] = [
  growthRow('large-list', 'list pages, cached', LISTS),
  growthRow('large-search', 'search pages, cached', SEARCHES),
  growthRow(
    'large-list-uncached',
    'list pages with a price limit, uncached',
    { ...LISTS, pageCount: 1 },
    UNCACHED_SUFFIX,
  ),
  growthRow('large-search-uncached', 'search pages with a price limit, uncached', SEARCHES, UNCACHED_SUFFIX),
]

/** Sends the same queries to catalogues of several sizes. Each response is a full page. */
function growthRow(name: string, label: string, { queries, pageCount }: PagedQueries, suffix = ''): Row {
  async function startContender(bench: Bench, products: number) {
    const { store } = await startStoreWithData(bench, { products })
    const pages = await Promise.all(queries.map((query) => followPages(store.url, query, pageCount)))
    const requests = pages.flat().map((query) => requestText({ path: pathOf(query) + suffix }))
    return { process: store, load: { requests, expected: { status: 200 } } }
  }

  return {
    name,
    async measure(bench): Promise<Measurement> {
      const { products } = bench.sizes
      const contenders = []
      for (const size of products) contenders.push(await startContender(bench, size))
      const steps = await compareSizes(bench, products, contenders)
      return { kind: 'growth', label, growing: 'products', atMost: GROWTH_MAX, steps }
    },
  }
}

function inEverySort(query: Query): Query[] {
  return SORTS.map((sort) => Object.assign({ sort, limit: String(PAGE_SIZE) }, query))
}

/** The third and fourth letters of each long flavour name change places. */
function misspeltFlavours() {
  return FLAVOURS.filter((word) => word.length > 4).map(
    (word) => word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4),
  )
}

/** Returns the queries of the first pages. All but the first have the cursor of the page before. */
async function followPages(url: string, query: Query, pageCount: number): Promise<Query[]> {
  const request = requestText({ path: pathOf(query), headers: { 'Accept-Encoding': 'identity' } })
  const response = await captureResponse(url, request)
  const body = bodyOf(response).toString()
  const { data }: { data?: ProductPage } = JSON.parse(body)
  if (data?.items.length !== PAGE_SIZE)
    throw new Error(`no full page for ${JSON.stringify(query)}: ${response.status} ${body.slice(0, 500)}`)
  if (pageCount === 1 || data.nextCursor === null) return [query]
  return [query, ...(await followPages(url, { ...query, cursor: data.nextCursor }, pageCount - 1))]
}

function pathOf(query: Query) {
  return `/api/products?${new URLSearchParams(query).toString()}`
}
