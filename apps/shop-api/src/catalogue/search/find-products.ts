import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { familyOf } from '@nashta/contracts/catalogue/one-per-family'
import type { Nearest } from '@nashta/contracts/catalogue/product'
import type { ProductQuery } from '@nashta/contracts/catalogue/product-query'
import { parseSearch, type Search } from '@nashta/contracts/catalogue/search/search-rule'
import { type ChoiceCounts, type FactFilter, isEmptyFilter } from '@nashta/contracts/catalogue/traits'
import { PRODUCT_PAGE_SIZE, type ProductSort } from '@nashta/contracts/constants'
import type { CatalogueTable } from './catalogue-table.ts'
import { countChoices, factTest, sliceFiltered } from './filter-by-facts.ts'
import { createLeading, type Leading, packsBeside } from './leading-packs.ts'
import { countFound, nearestSearches } from './nearest-searches.ts'
import { readCursor, writeCursor } from './page-cursor.ts'
import {
  filterTest,
  type PageQuery,
  type Slice,
  sliceList,
  sliceSearch,
  sortValuesOf,
  tierOf,
} from './page-slice.ts'
import { isMatch, searchProducts, type SearchResult } from './search-products.ts'

/** A query in normal form: queries with the same meaning are equal. */
type NormalQuery = {
  search: Search | null
  category: string
  minPaise: number
  maxPaise: number
  sort: ProductSort
  filter: FactFilter
  /** Absent for a list with each pack, so that the cursors of such lists stay valid. */
  families?: true
}

export type ProductPage = {
  slots: ArrayLike<number>
  /** The other packs of the snacks on the page. */
  packs?: readonly number[]
  total: number
  nextCursor: string | null
  counts?: ChoiceCounts
  nearest?: Nearest
}

export function findProducts(table: CatalogueTable, query: ProductQuery): ProductPage {
  return query.besides ? findBesides(table, query, query.besides) : findPage(table, query)
}

/** A list without the family `besides`, and with one pack of each other family. */
function findBesides(table: CatalogueTable, query: ProductQuery, besides: string): ProductPage {
  const { limit = PRODUCT_PAGE_SIZE } = query
  const page = findPage(table, { ...query, families: true, limit: limit + 1, cursor: undefined })
  const slots = Array.from(page.slots)
    .filter((slot) => familyOf(packAt(table, slot)) !== besides)
    .slice(0, limit)
  return { ...page, slots, packs: packsBeside(table, slots), nextCursor: null }
}

function packAt({ columns }: CatalogueTable, slot: number) {
  return { products_id: columns.productsId[slot]!, family: columns.family[slot] }
}

function findPage(table: CatalogueTable, query: ProductQuery): ProductPage {
  const { limit = PRODUCT_PAGE_SIZE } = query
  const normalised = normalise(query, table)
  const { search, sort, filter } = normalised
  // A cursor is only valid for the query that it was written for.
  const cursorScope = JSON.stringify(normalised)
  const after = query.cursor ? readCursor(query.cursor, cursorScope) : null
  const result = search && searchProducts(table, search)
  const leading = query.families ? leadingIn(table, result, normalised) : null
  const pageQuery = { ...normalised, after, limit, leading }
  const { slots, total, hasMore, tierOfLast } = takeSlice(table, result, pageQuery, filter)

  const last = slots[slots.length - 1]
  const hasNext = hasMore && last !== undefined
  const end = hasNext ? sortValuesOf(table, sort, last, tierOfLast) : null
  const nextCursor = end ? writeCursor(end, cursorScope) : null
  return {
    slots,
    ...(leading && { packs: packsBeside(table, slots) }),
    total,
    nextCursor,
    ...(query.counts && { counts: countChoices(table, result, pageQuery, filter) }),
    ...(total === 0 && search && { nearest: nearestOf(table, search, { ofSnacks: leading !== null }) }),
  }
}

/** What a search without a result offers instead. */
function nearestOf(table: CatalogueTable, search: Search, counted: { ofSnacks: boolean }): Nearest {
  const unfiltered = countFound(table, search, counted)
  return { unfiltered, searches: unfiltered === 0 ? nearestSearches(table, search) : [] }
}

/** The tests for a list that shows each snack once, in the order of the list. */
function leadingIn(table: CatalogueTable, result: SearchResult | null, query: NormalQuery): Leading {
  const passes = filterTest(table, query)
  const hasFacts = factTest(table, query.filter)
  const { compare } = table.sortedIndex(query.sort)
  const tierAt = (slot: number) => (result ? tierOf(result, query.sort, slot) : 0)
  return createLeading(table, {
    candidates: result ? result.slots : table.sortedIndex(query.sort, query.category).slots,
    isMatch: (slot) => (!result || isMatch(result, slot)) && passes(slot) && hasFacts(slot),
    compare: (a, b) => tierAt(a) - tierAt(b) || compare(a, b),
  })
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

function normalise(query: ProductQuery, { shelves, words }: CatalogueTable): NormalQuery {
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
    families = false,
  } = query
  return {
    search: parseSearch(search, words()),
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
    ...(families && { families }),
  }
}
