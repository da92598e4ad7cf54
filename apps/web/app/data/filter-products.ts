import type { Product } from '@nashta/contracts/catalogue/product'
import type { PageQuery } from './fetch-products.ts'

/** Any other sort order keeps the order of the list, which is the sales order. */
const COMPARE_BY_SORT: Record<string, (one: Product, other: Product) => number> = {
  newest: (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  'price-asc': (one, other) => one.price - other.price,
  'price-desc': (one, other) => other.price - one.price,
}

/** Filters and sorts the stored list in a simpler way than the Shop API, for when the store is unreachable. */
export function filterProducts(products: readonly Product[], query: PageQuery): Product[] {
  const { search = '', category = '', minPrice, maxPrice, sort = '', limit } = query
  // An empty search has one empty word, which every text includes.
  const words = search.toLowerCase().split(/\s+/)
  const lowest = minPrice ? Number(minPrice) : 0
  const highest = maxPrice ? Number(maxPrice) : Number.POSITIVE_INFINITY

  const matches = products.filter(
    (product) =>
      words.every((word) => `${product.name} ${product.description}`.toLowerCase().includes(word)) &&
      (category === '' || product.category.toLowerCase() === category.toLowerCase()) &&
      product.price >= lowest &&
      product.price <= highest,
  )
  const compare = COMPARE_BY_SORT[sort]
  return (compare ? matches.toSorted(compare) : matches).slice(0, limit)
}
