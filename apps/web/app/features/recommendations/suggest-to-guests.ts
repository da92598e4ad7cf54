import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import type { Product } from '@nashta/contracts/catalogue/product'
import { GUEST_RECOMMENDATIONS_USER_ID } from '@nashta/contracts/constants'
import { fetchProduct } from '../../data/fetch-products.ts'
import { fetchRecommendations } from './fetch-recommendations.ts'

export type GuestSuggestions = {
  /** Null when they cannot be had: a page can live without. */
  products: Product[] | null
  /** Whether there is a service at all. One that fails is still there: the browser asks, and says what came of it. */
  isServed: boolean
}

/** For pages that are everyone's: what the service suggests to somebody it does not know. */
export async function suggestToGuests(fetchShop: FetchShop, limit: number): Promise<GuestSuggestions> {
  try {
    const suggested = await fetchRecommendations(fetchShop, { userId: GUEST_RECOMMENDATIONS_USER_ID, limit })
    if (!suggested) return { products: null, isServed: false }
    const found = await Promise.allSettled(
      suggested.recommendations.map(({ product_id }) => fetchProduct(fetchShop, product_id)),
    )
    return {
      products: found.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
      isServed: true,
    }
  } catch {
    return { products: null, isServed: true }
  }
}
