import { GUEST_RECOMMENDATIONS_USER_ID } from '@nashta/contracts/constants'
import { getRecommendations } from '@nashta/contracts/recommendations/recommendation'
import { type BirthDateOf, isMinor } from '@nashta/service-kit/auth/minors'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { suggest, type SuggestDeps, suggestForBasket } from './suggest.ts'

type Query = { limit: number; reasons: boolean; basket?: string[] | undefined }

export type SuggestionDeps = SuggestDeps & { birthDateOf: BirthDateOf }

export function suggestionRoutes(deps: SuggestionDeps): Route[] {
  async function replyFor(userId: string, { limit, reasons: wantsReasons, basket = [] }: Query) {
    const { recommendations, reasons } =
      basket.length > 0 ? await suggestForBasket(deps, basket, limit) : await suggest(deps, userId, limit)
    return { recommendations, ...(wantsReasons && { reasons }) }
  }

  return [
    route(
      getRecommendations,
      async ({ params, query, caller }) => {
        // A personal list reveals what the shopper bought, so only that shopper gets it.
        const owner = caller?.sub === params.userId ? caller : null
        const isPersonal = owner !== null && !isMinor(await deps.birthDateOf(owner), deps.now())
        return replyFor(isPersonal ? owner.sub : GUEST_RECOMMENDATIONS_USER_ID, query)
      },
      // This function replies to code in this process, such as a server render for all visitors.
      // That code sends no access token.
      ({ query }) => replyFor(GUEST_RECOMMENDATIONS_USER_ID, query),
    ),
  ]
}
