import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { createAuthorise, type VerifyToken } from '@nashta/service-kit/auth/authorise'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import { inProcessFetch } from '@nashta/service-kit/http/in-process-fetch'
import { registerRoutes } from '@nashta/service-kit/http/routes'
import { createRequestPaces } from '@nashta/service-kit/limits/pace'
import { type EventDeps, eventRoutes } from './events/event-routes.ts'
import { type SuggestionDeps, suggestionRoutes } from './suggestions/suggestion-routes.ts'

export type RecommendationsDeps = ServiceOptions &
  SuggestionDeps &
  EventDeps & {
    verifyToken: VerifyToken
    /** Multiplies the pace of calls for suggestions. */
    rateLimitScale: number
  }

export function createApp(deps: RecommendationsDeps) {
  const app = createService(deps)
  const suggestions = suggestionRoutes(deps)
  const options = {
    authorise: createAuthorise(deps.verifyToken),
    // No route has a rate limit.
    ipGuardOf: () => null,
    https: deps.https,
  }
  // Calls for suggestions have a pace instead, which spreads them over time.
  const paces = createRequestPaces({ scale: deps.rateLimitScale })
  // A call without an access token gets the suggestions for guests.
  registerRoutes(app, suggestions, { ...options, paces, base: SHOP_API_BASE })
  // The event routes need no access token, but the key of our services.
  registerRoutes(app, eventRoutes(deps), { ...options, base: '' })
  return {
    app,
    /** Calls an endpoint for suggestions as a guest and without HTTP. */
    fetchEndpoint: inProcessFetch(suggestions, deps.logger),
  }
}
