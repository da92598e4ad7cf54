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

export type Wanted = { userId: string; limit: number; signal?: AbortSignal }

export type Suggested = {
  recommendations: Recommendation[]
  /** By product id; only some products have a reason. */
  reasons: Record<string, Reason>
}

/** The suggestions of the recommendation service, best first; null where there is no such service. */
export async function fetchRecommendations(
  fetchShop: FetchShop,
  { userId, limit, signal }: Wanted,
): Promise<Suggested | null> {
  const query = { limit, reasons: 'true' }
  try {
    const reply = await fetchShop(getRecommendations, {
      params: { userId },
      query,
      ...(signal && { signal }),
    })
    return { recommendations: reply.recommendations, reasons: reply.reasons ?? {} }
  } catch (error) {
    const status = isShopError(error) ? error.status : null
    if (status === 404) return null
    const message = status === null ? LOAD_RECOMMENDATIONS_FAILED : recommendationApiError(status)
    throw new Error(message, { cause: error })
  }
}
