import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { createAuthorise, type VerifyToken } from '@nashta/service-kit/auth/authorise'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import { inProcessFetch } from '@nashta/service-kit/http/in-process-fetch'
import { registerRoutes } from '@nashta/service-kit/http/routes'
import { type EventDeps, eventRoutes } from './events/event-routes.ts'
import { type SuggestionDeps, suggestionRoutes } from './suggestions/suggestion-routes.ts'

export type RecommendationsDeps = ServiceOptions & SuggestionDeps & EventDeps & { verifyToken: VerifyToken }

/**
 * No route needs an access token. Without one, a call gets the suggestions for guests. The event
 * routes check the key of our services instead.
 *
 * `fetchSuggestions` calls the route for suggestions as a guest and without HTTP.
 */
export function createApp(deps: RecommendationsDeps) {
  const app = createService(deps)
  const suggestions = suggestionRoutes(deps)
  const options = {
    authorise: createAuthorise(deps.verifyToken),
    // Calls are not limited.
    limitCalls: () => null,
    https: deps.https,
  }
  registerRoutes(app, suggestions, { ...options, base: SHOP_API_BASE })
  registerRoutes(app, eventRoutes(deps), { ...options, base: '' })
  return { app, fetchSuggestions: inProcessFetch(suggestions, deps.logger) }
}
