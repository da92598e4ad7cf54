import { getRecommendations } from '@nashta/contracts/recommendation'
import { readRoute, type Route } from '@nashta/service-kit/routes'
import { suggest, type SuggestDeps } from './suggest.ts'

export function suggestionRoutes(deps: SuggestDeps): Route[] {
  return [
    readRoute(getRecommendations, async ({ params, query }) => {
      const { recommendations, reasons } = await suggest(deps, params.userId, query.limit)
      return { recommendations, ...(query.reasons && { reasons }) }
    }),
  ]
}
