import type { PageQuery } from '../../../data/products/fetch-products.ts'
import type { CardProduct } from '../cards/card-product.ts'

const RELATED_COUNT = 4

/** The products below a product. */
export function relatedQuery({ category, family, products_id }: CardProduct): PageQuery {
  return { category, besides: family ?? products_id, limit: RELATED_COUNT }
}
