import type { Product } from '@nashta/contracts/catalogue/product'
import type { Recommendation } from '@nashta/contracts/recommendations/recommendation'

/**
 * The recommended products as the catalogue has them. Names and prices of the service may be old, and
 * what the catalogue no longer has cannot be bought, so it is left out.
 */
export function recommendedProducts(
  recommendations: readonly Recommendation[],
  catalogue: readonly Product[],
): Product[] {
  const byId = new Map(catalogue.map((product) => [product.products_id, product]))
  return recommendations.flatMap(({ product_id }) => byId.get(product_id) ?? [])
}
