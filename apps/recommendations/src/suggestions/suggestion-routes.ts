import { GUEST_RECOMMENDATIONS_USER_ID } from '@nashta/contracts/constants'
import { getRecommendations } from '@nashta/contracts/recommendations/recommendation'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { suggest, type SuggestDeps } from './suggest.ts'

type Query = { limit: number; reasons: boolean }

export function suggestionRoutes(deps: SuggestDeps): Route[] {
  async function suggestTo(userId: string, { limit, reasons: hasReasons }: Query) {
    const { recommendations, reasons } = await suggest(deps, userId, limit)
    return { recommendations, ...(hasReasons && { reasons }) }
  }

  return [
    route(
      getRecommendations,
      // A shopper's list tells what they bought, so that the id in the path alone is not enough.
      ({ params, query, caller }) =>
        suggestTo(caller?.sub === params.userId ? caller.sub : GUEST_RECOMMENDATIONS_USER_ID, query),
      ({ query }) => suggestTo(GUEST_RECOMMENDATIONS_USER_ID, query),
    ),
  ]
}
