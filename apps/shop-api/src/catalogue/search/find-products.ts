import type { ProductQuery } from '@nashta/contracts/catalogue/product-query'
import type { ProductSort } from '@nashta/contracts/catalogue/product-sort'
import { PRODUCT_PAGE_SIZE } from '@nashta/contracts/constants'
import type { CatalogueTable } from './catalogue-table.ts'
import { foldCategory } from './fold-text.ts'
import { readCursor, writeCursor } from './page-cursor.ts'
import { endAt, sliceFound, sliceList } from './page-slice.ts'
import { readSearch, type Search, searchProducts } from './search-products.ts'

/** A query as it is meant: two that ask for the same are the same. */
type Wanted = {
  search: Search | null
  category: string
  minPaise: number
  maxPaise: number
  sort: ProductSort
}

export type ProductPage = { slots: ArrayLike<number>; total: number; nextCursor: string | null }

export function findProducts(table: CatalogueTable, query: ProductQuery): ProductPage {
  const { limit = PRODUCT_PAGE_SIZE } = query
  const wanted = readQuery(query)
  const { search, sort } = wanted
  const meaning = JSON.stringify(wanted)
  const after = query.cursor ? readCursor(query.cursor, meaning) : null
  const cut = { ...wanted, after, limit }
  const { slots, total, hasMore, tierOfLast } = search
    ? sliceFound(table, searchProducts(table, search), cut)
    : sliceList(table, cut)

  const last = slots[slots.length - 1]
  const hasNext = hasMore && last !== undefined
  const nextCursor = hasNext ? writeCursor(endAt(table, sort, last, tierOfLast), meaning) : null
  return { slots, total, nextCursor }
}

function readQuery({ search = '', category = '', minPrice, maxPrice, sort }: ProductQuery): Wanted {
  return {
    search: readSearch(search),
    category: foldCategory(category.trim()),
    minPaise: minPrice ?? 0,
    maxPaise: maxPrice ?? Number.MAX_SAFE_INTEGER,
    sort: sort ?? 'relevance',
  }
}
