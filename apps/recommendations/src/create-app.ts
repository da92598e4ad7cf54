import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { createAuthorise } from '@nashta/service-kit/auth/authorise'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import { inProcessFetch } from '@nashta/service-kit/http/in-process-fetch'
import { registerRoutes } from '@nashta/service-kit/http/routes'
import { type EventDeps, eventRoutes } from './events/event-routes.ts'
import type { SuggestDeps } from './suggestions/suggest.ts'
import { suggestionRoutes } from './suggestions/suggestion-routes.ts'

export type RecommendationsDeps = ServiceOptions & SuggestDeps & EventDeps

/**
 * No route needs an access token: a shopper's id cannot be guessed, and events need the key of our services.
 * `fetchShop` in the result calls the route for suggestions without HTTP.
 */
export function createApp(deps: RecommendationsDeps) {
  const app = createService(deps)
  const suggestions = suggestionRoutes(deps)
  const options = {
    // No access token is valid here, and calls are not limited.
    authorise: createAuthorise(async () => null),
    limitCalls: () => null,
    https: deps.https,
  }
  registerRoutes(app, suggestions, { ...options, base: SHOP_API_BASE })
  registerRoutes(app, eventRoutes(deps), { ...options, base: '' })
  return { app, fetchShop: inProcessFetch(suggestions, deps.logger) }
}
