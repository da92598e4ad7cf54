import { compareSizes } from '../compare-with-bare.ts'
import { CATEGORIES, FLAVOURS } from '../data/generated-catalogue.ts'
import { bodyOf, captureResponse } from '../load/captured-response.ts'
import { requestText, UNIQUE_MARK } from '../load/load.ts'
import type { Bench, Measurement, Row } from '../row.ts'
import { startStoreOn } from './start-store.ts'

const GROWTH_MAX = 1.5
const PAGE_SIZE = 24
const PAGES_DEEP = 3
const SORTS = ['relevance', 'newest', 'price-asc', 'price-desc']

/** Gives each request a different maximum price, so that no cache has its response. No product costs as much. */
const UNCACHED_SUFFIX = `&maxPrice=${UNIQUE_MARK}`

type Query = Record<string, string>
type ProductPage = { items: unknown[]; nextCursor: string | null }
type Queries = { queries: Query[]; depth: number }

const LISTS: Queries = { queries: ['', ...CATEGORIES].flatMap(inEverySort('category')), depth: PAGES_DEEP }
const SEARCHES: Queries = {
  queries: [...FLAVOURS, ...misspeltFlavours()].flatMap(inEverySort('search')),
  depth: 1,
}

/** The uncached rows read first pages only, because a cursor is refused when another price limit is added to it. */
export const largeCatalogueRows: Row[] = [
  growthRow('large-list', 'list pages, cached', LISTS),
  growthRow('large-search', 'search pages, cached', SEARCHES),
  growthRow(
    'large-list-uncached',
    'list pages with a price limit, uncached',
    { ...LISTS, depth: 1 },
    UNCACHED_SUFFIX,
  ),
  growthRow('large-search-uncached', 'search pages with a price limit, uncached', SEARCHES, UNCACHED_SUFFIX),
]

/** The same queries on catalogues of growing size; every response is a full page. */
function growthRow(name: string, label: string, { queries, depth }: Queries, suffix = ''): Row {
  async function startContender(bench: Bench, products: number) {
    const { store } = await startStoreOn(bench, { products })
    const pages = await Promise.all(queries.map((query) => followPages(store.url, query, depth)))
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
      return { kind: 'growth', label, of: 'products', atMost: GROWTH_MAX, steps }
    },
  }
}

/** Makes one query per sort from a value. */
function inEverySort(name: 'category' | 'search') {
  return (value: string): Query[] => SORTS.map((sort) => ({ [name]: value, sort, limit: String(PAGE_SIZE) }))
}

/** Flavour names with two letters in the middle swapped. */
function misspeltFlavours() {
  return FLAVOURS.filter((word) => word.length > 4).map(
    (word) => word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4),
  )
}

/** The queries of the first pages, each with the cursor of the page before. */
async function followPages(url: string, query: Query, depth: number): Promise<Query[]> {
  const request = requestText({ path: pathOf(query), headers: { 'Accept-Encoding': 'identity' } })
  const response = await captureResponse(url, request)
  const body = bodyOf(response).toString()
  const { data }: { data?: ProductPage } = JSON.parse(body)
  if (data?.items.length !== PAGE_SIZE)
    throw new Error(`no full page for ${JSON.stringify(query)}: ${response.status} ${body.slice(0, 500)}`)
  if (depth === 1 || data.nextCursor === null) return [query]
  return [query, ...(await followPages(url, { ...query, cursor: data.nextCursor }, depth - 1))]
}

function pathOf(query: Query) {
  return `/api/products?${new URLSearchParams(query).toString()}`
}
