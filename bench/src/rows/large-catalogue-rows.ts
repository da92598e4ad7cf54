import { bodyOf, captureAnswer } from '../answer.ts'
import { CATEGORIES, FLAVOURS } from '../generated-catalogue.ts'
import { requestText, UNIQUE_MARK } from '../load.ts'
import { measureSteps } from '../measure-steps.ts'
import type { Bench, Finding, Row } from '../row.ts'
import { startShop } from '../start-shop.ts'

const TIMES_MAX = 1.5
const PAGE = 24
const PAGES_DEEP = 3
const SORTS = ['relevance', 'newest', 'price-asc', 'price-desc']

/** Far above every price: it keeps nothing out, and makes a question that nobody has asked before. */
const NEVER_ASKED = `&maxPrice=${UNIQUE_MARK}`

type Query = Record<string, string>
type Page = { items: unknown[]; nextCursor: string | null }

const LISTS = { queries: ['', ...CATEGORIES].flatMap(sorted('category')), depth: PAGES_DEEP }
const SEARCHES = { queries: [...FLAVOURS, ...misspelt()].flatMap(sorted('search')), depth: 1 }

export const largeCatalogueRows: Row[] = [
  growthRow('large-list', 'list pages, asked for before', LISTS),
  growthRow('large-search', 'search pages, asked for before', SEARCHES),
  growthRow(
    'large-list-first',
    'list pages, with a price limit never asked for before',
    { ...LISTS, depth: 1 },
    NEVER_ASKED,
  ),
  growthRow(
    'large-search-first',
    'search pages, with a price limit never asked for before',
    SEARCHES,
    NEVER_ASKED,
  ),
]

type Questions = { queries: Query[]; depth: number }

/** The same questions of ever larger shops, which all answer with full pages. */
function growthRow(name: string, what: string, { queries, depth }: Questions, suffix = ''): Row {
  async function contender(bench: Bench, productCount: number) {
    const { shop } = await startShop(bench, { productCount })
    const pages = await Promise.all(queries.map((query) => pagesOf(shop.url, query, depth)))
    const requests = pages.flat().map((query) => requestText({ path: pathOf(query) + suffix }))
    return { process: shop, load: { requests, expected: { status: 200 } } }
  }

  return {
    name,
    async measure(bench): Promise<Finding> {
      const { products } = bench.sizes
      const contenders = []
      for (const size of products) contenders.push(await contender(bench, size))
      return {
        kind: 'growth',
        what,
        of: 'products',
        atMost: TIMES_MAX,
        steps: await measureSteps(bench, products, contenders),
      }
    },
  }
}

function sorted(name: 'category' | 'search') {
  return (value: string): Query[] => SORTS.map((sort) => ({ [name]: value, sort, limit: String(PAGE) }))
}

/** With two letters in the middle changed over. */
function misspelt() {
  return FLAVOURS.filter((word) => word.length > 4).map(
    (word) => word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4),
  )
}

/** The first pages of a query, each asked for with the cursor the one before gave. */
async function pagesOf(url: string, query: Query, depth: number): Promise<Query[]> {
  const request = requestText({ path: pathOf(query), headers: { 'Accept-Encoding': 'identity' } })
  const answer = await captureAnswer(url, request)
  const body = bodyOf(answer).toString()
  const { data } = JSON.parse(body) as { data?: Page }
  if (data?.items.length !== PAGE)
    throw new Error(`no full page for ${JSON.stringify(query)}: ${answer.status} ${body.slice(0, 500)}`)
  if (depth === 1 || data.nextCursor === null) return [query]
  return [query, ...(await pagesOf(url, { ...query, cursor: data.nextCursor }, depth - 1))]
}

function pathOf(query: Query) {
  return `/api/products?${new URLSearchParams(query).toString()}`
}
