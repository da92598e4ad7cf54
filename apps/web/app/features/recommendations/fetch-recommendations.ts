import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isShopError } from '@nashta/contracts/api/shop-error'
import {
  getRecommendations,
  type Reason,
  type Recommendation,
} from '@nashta/contracts/recommendations/recommendation'
import {
  LOAD_RECOMMENDATIONS_FAILED,
  recommendationApiError,
} from '@nashta/contracts/recommendations/recommendation-texts'

export type RecommendationsRequest = {
  userId: string
  limit: number
  /** The ids in the cart, for what goes well with it. */
  basket?: readonly string[]
  signal?: AbortSignal
}

export type FetchedRecommendations = {
  recommendations: Recommendation[]
  /** By product id; only some products have a reason. */
  reasons: Record<string, Reason>
}

/** The recommendations, best first. Null when the store has no recommendation service. */
export async function fetchRecommendations(
  fetchShop: FetchShop,
  { userId, limit, basket = [], signal }: RecommendationsRequest,
): Promise<FetchedRecommendations | null> {
  const query = { limit, reasons: 'true', ...(basket.length > 0 && { basket: basket.join(',') }) }
  const call = { params: { userId }, query, ...(signal && { signal }) }
  try {
    const reply = await fetchShop(getRecommendations, call)
    return { recommendations: reply.recommendations, reasons: reply.reasons ?? {} }
  } catch (error) {
    const status = isShopError(error) ? error.status : null
    if (status === 404) return null
    const message = status === null ? LOAD_RECOMMENDATIONS_FAILED : recommendationApiError(status)
    throw new Error(message, { cause: error })
  }
}
