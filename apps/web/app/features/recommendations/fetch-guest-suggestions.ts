import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { packInStock } from '@nashta/contracts/catalogue/leading-packs'
import type { Product } from '@nashta/contracts/catalogue/product'
import { GUEST_RECOMMENDATIONS_USER_ID } from '@nashta/contracts/constants'
import { fetchProduct, fetchProductPage } from '../../data/products/fetch-products.ts'
import { fetchPacks } from '../../data/products/find-packs.ts'
import { fetchRecommendations } from './fetch-recommendations.ts'

export type GuestSuggestions = {
  /** Null without a recommendation service, and when it failed. Pages then have no suggestions. */
  products: Product[] | null
  /** All packs of these snacks. */
  packs: Product[]
  /**
   * False when the store has no recommendation service. True also when the service failed, so that
   * the browser tries again.
   */
  hasService: boolean
}

/**
 * Fetches the recommendations for guests, for pages that are the same for all visitors. In place of a
 * sold-out product is a pack of its snack that is in stock, if there is one.
 */
export async function fetchGuestSuggestions(fetchShop: FetchShop, limit: number): Promise<GuestSuggestions> {
  try {
    const fetched = await fetchRecommendations(fetchShop, { userId: GUEST_RECOMMENDATIONS_USER_ID, limit })
    if (!fetched) return { products: null, packs: [], hasService: false }
    const found = await Promise.allSettled(
      fetched.recommendations.map(({ product_id }) => fetchProduct(fetchShop, product_id)),
    )
    // Products that could not be loaded are left out.
    const products = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    const packs = await fetchPacks((query) => fetchProductPage(fetchShop, query), products)
    return { products: products.map((product) => packInStock(product, packs)), packs, hasService: true }
  } catch {
    return { products: null, packs: [], hasService: true }
  }
}
