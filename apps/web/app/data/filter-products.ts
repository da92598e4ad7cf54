import type { Product } from '@nashta/contracts/catalogue/product'
import type { PageQuery } from './fetch-products.ts'

type Compare = (one: Product, other: Product) => number

const ORDERS: Record<string, Compare> = {
  newest: (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  'price-asc': (one, other) => one.price - other.price,
  'price-desc': (one, other) => other.price - one.price,
}

/** Filters a stored list as the store would, for when the store is unreachable. */
export function filterProducts(products: readonly Product[], query: PageQuery): Product[] {
  const { search = '', category = '', minPrice, maxPrice, sort = '', limit } = query
  const words = search.toLowerCase().split(/\s+/)
  const least = minPrice ? Number(minPrice) : 0
  const most = maxPrice ? Number(maxPrice) : Number.POSITIVE_INFINITY

  const picked = products.filter(
    ({ name, description, category: own, price }) =>
      words.every((word) => `${name} ${description}`.toLowerCase().includes(word)) &&
      (category === '' || own.toLowerCase() === category.toLowerCase()) &&
      price >= least &&
      price <= most,
  )
  const compare = ORDERS[sort]
  return (compare ? picked.toSorted(compare) : picked).slice(0, limit)
}
