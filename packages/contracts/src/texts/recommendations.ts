export const LOAD_RECOMMENDATIONS_FAILED = 'Failed to load recommendations'

export function recommendationApiError(status: number): string {
  return `Recommendation API error: ${status}`
}
