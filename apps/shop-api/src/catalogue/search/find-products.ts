import { foldText } from '@nashta/contracts/catalogue/fold-text'
import type { ProductQuery } from '@nashta/contracts/catalogue/product-query'
import { parseSearch, type Search } from '@nashta/contracts/catalogue/search-rule'
import { PRODUCT_PAGE_SIZE, type ProductSort } from '@nashta/contracts/constants'
import type { CatalogueTable } from './catalogue-table.ts'
import { readCursor, writeCursor } from './page-cursor.ts'
import { endAt, sliceList, sliceSearch } from './page-slice.ts'
import { searchProducts } from './search-products.ts'

/** A query in normal form: queries with the same meaning are equal. */
type NormalQuery = {
  search: Search | null
  category: string
  minPaise: number
  maxPaise: number
  sort: ProductSort
}

export type ProductPage = { slots: ArrayLike<number>; total: number; nextCursor: string | null }

export function findProducts(table: CatalogueTable, query: ProductQuery): ProductPage {
  const { limit = PRODUCT_PAGE_SIZE } = query
  const normalised = normalise(query)
  const { search, sort } = normalised
  // A cursor is only valid for the query that it was written for.
  const cursorScope = JSON.stringify(normalised)
  const after = query.cursor ? readCursor(query.cursor, cursorScope) : null
  const page = { ...normalised, after, limit }
  const { slots, total, hasMore, tierOfLast } = search
    ? sliceSearch(table, searchProducts(table, search), page)
    : sliceList(table, page)

  const last = slots[slots.length - 1]
  const hasNext = hasMore && last !== undefined
  const nextCursor = hasNext ? writeCursor(endAt(table, sort, last, tierOfLast), cursorScope) : null
  return { slots, total, nextCursor }
}

function normalise({ search = '', category = '', minPrice, maxPrice, sort }: ProductQuery): NormalQuery {
  return {
    search: parseSearch(search),
    category: foldText(category),
    minPaise: minPrice ?? 0,
    maxPaise: maxPrice ?? Number.MAX_SAFE_INTEGER,
    sort: sort ?? 'relevance',
  }
}
