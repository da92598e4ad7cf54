import type { ProductQuery } from '@nashta/contracts/catalogue/product-query'
import { expectedTier } from '@nashta/contracts/catalogue/search-oracle.fixture'
import type { PositionedProduct } from '../product-store.ts'

/** The ids that a query should find, in order, computed by comparing every product without an index. */
export function plainSearch(
  placed: readonly PositionedProduct[],
  scores: ReadonlyMap<string, number>,
  { search = '', category = '', minPrice, maxPrice, sort = 'relevance' }: ProductQuery,
): string[] {
  const found = placed
    .map(({ position, product }) => ({ position, product, tier: expectedTier(product, search) }))
    .filter(({ tier }) => tier !== null)
    .filter(({ product }) => category === '' || product.category.toLowerCase() === category.toLowerCase())
    .filter(({ product }) => product.pricePaise >= (minPrice ?? 0))
    .filter(({ product }) => product.pricePaise <= (maxPrice ?? Number.POSITIVE_INFINITY))

  type Item = (typeof found)[number]
  const scoreOf = ({ product }: Item) => scores.get(product.products_id) ?? 0
  const compare = {
    relevance: (a: Item, b: Item) => (a.tier ?? 0) - (b.tier ?? 0) || scoreOf(b) - scoreOf(a),
    newest: (a: Item, b: Item) => Date.parse(b.product.createdAt) - Date.parse(a.product.createdAt),
    'price-asc': (a: Item, b: Item) => a.product.pricePaise - b.product.pricePaise,
    'price-desc': (a: Item, b: Item) => b.product.pricePaise - a.product.pricePaise,
  }[sort]
  const isSimilar = ({ tier }: Item) => ((tier ?? 0) >= 4 ? 1 : 0)
  return found
    .toSorted((a, b) => isSimilar(a) - isSimilar(b) || compare(a, b) || a.position - b.position)
    .map(({ product }) => product.products_id)
}
