import { DIET_CHOICES, PRODUCT_SORTS, WITHOUT_CHOICES, type ProductSort } from '@nashta/contracts/constants'
import { parseRupees } from '@nashta/contracts/money'
import { SEARCH_MAX } from '../../../texts/search-address.ts'

// The store refuses longer texts and more choices.
const CATEGORY_MAX = 100
const CURSOR_MAX = 512
const CHOICES_MAX = 20
const DIETS = new Set<string>(DIET_CHOICES)
const WITHOUT = new Set<string>(WITHOUT_CHOICES)

/** The filter of All Snacks. It is in the address, so reload, shared links and Back preserve it. */
export type SnackFilter = {
  search: string
  category: string
  /** In rupees as typed; empty means unbounded. */
  minPrice: string
  maxPrice: string
  sort: ProductSort
  /** `diet`, `without` and `origin` each hold choices separated by commas. */
  diet: string
  without: string
  origin: string
  /** `true` or empty. */
  inStock: string
  /** The cursor of the page; empty for the first page. */
  cursor: string
}

export const FILTER_PARAMETERS = [
  'search',
  'category',
  'minPrice',
  'maxPrice',
  'sort',
  'diet',
  'without',
  'origin',
  'inStock',
  'cursor',
] as const

/** Reads the filter from any address. Invalid values count as missing, and long text is cut. */
export function readFilter(parameters: URLSearchParams): SnackFilter {
  const readText = (name: (typeof FILTER_PARAMETERS)[number], max: number) =>
    (parameters.get(name) ?? '').slice(0, max)
  const sort = parameters.get('sort')
  // An address lists choices with commas; a form repeats the parameter for each choice.
  const readChoices = (name: string, isKnown: (choice: string) => boolean) =>
    [...new Set(parameters.getAll(name).flatMap((value) => value.split(',')))]
      .filter(isKnown)
      .toSorted()
      .slice(0, CHOICES_MAX)
      .join(',')

  return {
    search: readText('search', SEARCH_MAX).trim(),
    category: readText('category', CATEGORY_MAX).trim(),
    minPrice: readBound(parameters.get('minPrice')),
    maxPrice: readBound(parameters.get('maxPrice')),
    sort: PRODUCT_SORTS.find((known) => known === sort) ?? 'relevance',
    diet: readChoices('diet', (choice) => DIETS.has(choice)),
    without: readChoices('without', (choice) => WITHOUT.has(choice)),
    origin: readChoices('origin', (choice) => /^[A-Z]{2}$/.test(choice)),
    inStock: parameters.get('inStock') === 'true' ? 'true' : '',
    cursor: readText('cursor', CURSOR_MAX),
  }
}

/** The shortest query string for the filter; empty when nothing is filtered. */
export function writeFilter(filter: SnackFilter): string {
  const parameters = new URLSearchParams()
  for (const name of FILTER_PARAMETERS) {
    const value = filter[name]
    const isDefault = value === '' || (name === 'sort' && value === 'relevance')
    if (!isDefault) parameters.set(name, value)
  }
  return parameters.size > 0 ? `?${parameters}` : ''
}

function readBound(text: string | null): string {
  const trimmed = text?.trim() ?? ''
  return parseRupees(trimmed) === null ? '' : trimmed
}
