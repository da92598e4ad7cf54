import type { PageQuery } from '../../data/fetch-products.ts'
import type { CardProduct } from './product-card.tsx'

const RELATED_COUNT = 4
const PACKS_MAX = 12

/** The packs of a snack. */
export function packsQuery(family: string): PageQuery {
  return { family, sort: 'price-asc', limit: PACKS_MAX }
}

/** The products below a product. */
export function relatedQuery({ category, family, products_id }: CardProduct): PageQuery {
  return { category, besides: family ?? products_id, limit: RELATED_COUNT }
}
