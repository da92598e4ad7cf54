import type { ApiResponse } from '@nashta/contracts/api/endpoint'
import {
  getRecommendations,
  type Reason,
  type Recommendation,
} from '@nashta/contracts/recommendations/recommendation'
import {
  LOAD_RECOMMENDATIONS_FAILED,
  recommendationApiError,
} from '@nashta/contracts/recommendations/recommendation-texts'

type FetchPath = (path: string, init?: { signal?: AbortSignal }) => Promise<ApiResponse>

export type Wanted = { userId: string; limit: number; signal?: AbortSignal }

export type Suggested = {
  recommendations: Recommendation[]
  /** By product id, where there is one. */
  reasons: Record<string, Reason>
}

/** What the recommendation service suggests, best first; null where there is no such service. */
export async function fetchRecommendations(
  fetch: FetchPath,
  { userId, limit, signal }: Wanted,
): Promise<Suggested | null> {
  const path = getRecommendations.path.replace(':userId', encodeURIComponent(userId))
  const response = await reach(() =>
    fetch(`${path}?limit=${limit}&reasons=true`, { ...(signal && { signal }) }),
  )
  if (response.status === 404) return null
  if (!response.ok) throw new Error(recommendationApiError(response.status))

  const answer = getRecommendations.reply.safeParse(await response.json().catch(() => null))
  if (!answer.success) throw new Error(LOAD_RECOMMENDATIONS_FAILED, { cause: answer.error })
  const { recommendations, reasons = {} } = answer.data
  return { recommendations, reasons }
}

async function reach(ask: () => Promise<ApiResponse>) {
  try {
    return await ask()
  } catch (error) {
    throw new Error(LOAD_RECOMMENDATIONS_FAILED, { cause: error })
  }
}
