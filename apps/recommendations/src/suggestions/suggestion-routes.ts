import { getRecommendations } from '@nashta/contracts/recommendations/recommendation'
import { readRoute, type Route } from '@nashta/service-kit/http/routes'
import { suggest, type SuggestDeps } from './suggest.ts'

export function suggestionRoutes(deps: SuggestDeps): Route[] {
  return [
    readRoute(getRecommendations, async ({ params, query }) => {
      const { recommendations, reasons } = await suggest(deps, params.userId, query.limit)
      return { recommendations, ...(query.reasons && { reasons }) }
    }),
  ]
}
