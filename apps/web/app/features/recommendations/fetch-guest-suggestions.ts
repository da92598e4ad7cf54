import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import type { Product } from '@nashta/contracts/catalogue/product'
import { GUEST_RECOMMENDATIONS_USER_ID } from '@nashta/contracts/constants'
import { fetchProduct } from '../../data/fetch-products.ts'
import { fetchRecommendations } from './fetch-recommendations.ts'

export type GuestSuggestions = {
  /** Null without a recommendation service, and when it failed. Pages then have no suggestions. */
  products: Product[] | null
  /**
   * False when the store has no recommendation service. True also when the service failed, so that
   * the browser tries again.
   */
  hasService: boolean
}

/** Fetches the recommendations for guests, for pages that are the same for all visitors. */
export async function fetchGuestSuggestions(fetchShop: FetchShop, limit: number): Promise<GuestSuggestions> {
  try {
    const fetched = await fetchRecommendations(fetchShop, { userId: GUEST_RECOMMENDATIONS_USER_ID, limit })
    if (!fetched) return { products: null, hasService: false }
    const found = await Promise.allSettled(
      fetched.recommendations.map(({ product_id }) => fetchProduct(fetchShop, product_id)),
    )
    return {
      // Products that could not be loaded are left out.
      products: found.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
      hasService: true,
    }
  } catch {
    return { products: null, hasService: true }
  }
}
