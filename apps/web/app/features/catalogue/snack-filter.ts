import { PRODUCT_SORTS, type ProductSort } from '@nashta/contracts/constants'
import { parseRupees } from '@nashta/contracts/money'

export const SEARCH_MAX = 200
const CATEGORY_MAX = 100
const CURSOR_MAX = 512

/** The filter of All Snacks. It is part of the address, so it survives a reload, a shared link and the back button. */
export type SnackFilter = {
  search: string
  category: string
  /** In rupees as typed; empty means unbounded. */
  minPrice: string
  maxPrice: string
  sort: ProductSort
  /** The cursor of the page; empty for the first page. */
  cursor: string
}

export const FILTER_PARAMETERS = ['search', 'category', 'minPrice', 'maxPrice', 'sort', 'cursor'] as const

/** Reads any address: invalid values count as missing; text that is too long is cut. */
export function readFilter(parameters: URLSearchParams): SnackFilter {
  const text = (name: (typeof FILTER_PARAMETERS)[number], max: number) =>
    (parameters.get(name) ?? '').slice(0, max)
  const sort = parameters.get('sort')

  return {
    search: text('search', SEARCH_MAX).trim(),
    category: text('category', CATEGORY_MAX).trim(),
    minPrice: readBound(parameters.get('minPrice')),
    maxPrice: readBound(parameters.get('maxPrice')),
    sort: PRODUCT_SORTS.find((known) => known === sort) ?? 'relevance',
    cursor: text('cursor', CURSOR_MAX),
  }
}

/** The shortest query string for the filter; empty when nothing is filtered. */
export function writeFilter(filter: SnackFilter): string {
  const parameters = new URLSearchParams()
  for (const name of FILTER_PARAMETERS) {
    const value = filter[name]
    if (value !== '' && !(name === 'sort' && value === 'relevance')) parameters.set(name, value)
  }
  return parameters.size > 0 ? `?${parameters}` : ''
}

function readBound(text: string | null): string {
  const trimmed = text?.trim() ?? ''
  return parseRupees(trimmed) === null ? '' : trimmed
}
