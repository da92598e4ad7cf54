import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { onePerFamily } from '@nashta/contracts/catalogue/one-per-family'
import type { Nearest } from '@nashta/contracts/catalogue/product'
import type { ProductQuery } from '@nashta/contracts/catalogue/product-query'
import { parseSearch, type Search } from '@nashta/contracts/catalogue/search/search-rule'
import { type ChoiceCounts, type FactFilter, isEmptyFilter } from '@nashta/contracts/catalogue/traits'
import { PRODUCT_PAGE_SIZE, type ProductSort } from '@nashta/contracts/constants'
import type { ShelfIndex } from '@nashta/contracts/storefront/shelf-rules'
import type { CatalogueTable } from './catalogue-table.ts'
import { countChoices, sliceFiltered } from './filter-by-facts.ts'
import { countFound, nearestSearches } from './nearest-searches.ts'
import { readCursor, writeCursor } from './page-cursor.ts'
import { type PageQuery, type Slice, sliceList, sliceSearch, sortValuesOf } from './page-slice.ts'
import { searchProducts, type SearchResult } from './search-products.ts'

/** A query in normal form: queries with the same meaning are equal. */
type NormalQuery = {
  search: Search | null
  category: string
  minPaise: number
  maxPaise: number
  sort: ProductSort
  filter: FactFilter
}

export type ProductPage = {
  slots: ArrayLike<number>
  total: number
  nextCursor: string | null
  counts?: ChoiceCounts
  nearest?: Nearest
}

/** How many packs of one snack are expected in a list, at most. */
const PACKS_MAX = 4

export function findProducts(table: CatalogueTable, query: ProductQuery): ProductPage {
  return query.besides ? findBesides(table, query, query.besides) : findPage(table, query)
}

/** A list without the family `besides`, and with one pack of each other family. */
function findBesides(table: CatalogueTable, query: ProductQuery, besides: string): ProductPage {
  const { limit = PRODUCT_PAGE_SIZE } = query
  const page = findPage(table, { ...query, limit: limit * PACKS_MAX, cursor: undefined })
  const found = Array.from(page.slots, (slot) => ({ ...table.columns.product[slot]!, slot }))
  const slots = onePerFamily(found, [{ products_id: besides }]).map(({ slot }) => slot)
  return { ...page, slots: slots.slice(0, limit), nextCursor: null }
}

function findPage(table: CatalogueTable, query: ProductQuery): ProductPage {
  const { limit = PRODUCT_PAGE_SIZE } = query
  const normalised = normalise(query, table.shelves)
  const { search, sort, filter } = normalised
  // A cursor is only valid for the query that it was written for.
  const cursorScope = JSON.stringify(normalised)
  const after = query.cursor ? readCursor(query.cursor, cursorScope) : null
  const pageQuery = { ...normalised, after, limit }
  const result = search && searchProducts(table, search)
  const { slots, total, hasMore, tierOfLast } = takeSlice(table, result, pageQuery, filter)

  const last = slots[slots.length - 1]
  const hasNext = hasMore && last !== undefined
  const end = hasNext ? sortValuesOf(table, sort, last, tierOfLast) : null
  const nextCursor = end ? writeCursor(end, cursorScope) : null
  return {
    slots,
    total,
    nextCursor,
    ...(query.counts && { counts: countChoices(table, result, pageQuery, filter) }),
    ...(total === 0 && search && { nearest: nearestOf(table, search) }),
  }
}

/** What a search without a result offers instead. */
function nearestOf(table: CatalogueTable, search: Search): Nearest {
  const unfiltered = countFound(table, search)
  return { unfiltered, searches: unfiltered === 0 ? nearestSearches(table, search) : [] }
}

function takeSlice(
  table: CatalogueTable,
  result: SearchResult | null,
  pageQuery: PageQuery,
  filter: FactFilter,
): Slice {
  if (!isEmptyFilter(filter)) return sliceFiltered(table, result, pageQuery, filter)
  return result ? sliceSearch(table, result, pageQuery) : sliceList(table, pageQuery)
}

function normalise(query: ProductQuery, shelves: ShelfIndex): NormalQuery {
  const {
    search = '',
    category = '',
    minPrice,
    maxPrice,
    sort = 'relevance',
    diet = [],
    without = [],
    origin = [],
    inStock = false,
    family = '',
  } = query
  return {
    search: parseSearch(search),
    // A former name or address of a shelf finds it too.
    category: foldText(shelves.find(category)?.name ?? category),
    // The schema of the query has converted the price bounds to paise.
    minPaise: minPrice ?? 0,
    maxPaise: maxPrice ?? Number.MAX_SAFE_INTEGER,
    sort,
    filter: {
      diet: diet.toSorted(),
      without: without.toSorted(),
      origin: origin.toSorted(),
      inStock,
      family,
    },
  }
}
