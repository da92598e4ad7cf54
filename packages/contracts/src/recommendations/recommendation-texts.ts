export const RECOMMENDED_FOR_YOU = 'Recommended For You'
export const RECOMMENDED_INTRO = 'Handpicked items based on your activity'
export const LOADING_RECOMMENDATIONS = 'Loading recommendations...'
export const NO_RECOMMENDATIONS = 'No recommendations yet.'
export const LOAD_RECOMMENDATIONS_FAILED = 'Failed to load recommendations'

export function recommendationApiError(status: number): string {
  return `Recommendation API error: ${status}`
}

export function errorLoadingRecommendations(message: string): string {
  return `Error loading recommendations: ${message}`
}

export const BOUGHT_BEFORE = 'You bought this before'

export function becauseBought(name: string): string {
  return `Because you bought ${name}`
}

export function becauseLooked(name: string): string {
  return `Because you looked at ${name}`
}
