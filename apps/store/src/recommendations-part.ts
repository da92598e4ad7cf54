import { type FetchShop, httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { RECOMMENDATIONS_PREFIX } from '@nashta/contracts/recommendations/recommendation'
import { type DeliverEvents, createHttpDelivery } from '@nashta/outbox/events'
import type { openRecommendations } from '@nashta/recommendations/open-recommendations'
import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import { connectInteractions, type FetchInteractions } from '@nashta/service-kit/http/remote-recommendations'
import type { FastifyInstance } from 'fastify'
import { createProxy } from './create-proxy.ts'

export type RecommendationsPart = {
  app: FastifyInstance
  /** Calls an endpoint of the recommendation service. */
  fetchEndpoint: FetchShop
  deliverEvents: DeliverEvents | null
  fetchInteractions: FetchInteractions | null
  probe: () => Promise<void>
  close: () => Promise<void>
}

/** The recommendation service inside this process: events and calls reach it without a network. */
export function embeddedRecommendations(
  service: ReturnType<typeof openRecommendations>,
): RecommendationsPart {
  const { app, fetchEndpoint, addEvents, fetchInteractions, probe, close } = service
  return { app, fetchEndpoint, deliverEvents: addEvents, fetchInteractions, probe, close }
}

type RemoteOptions = ServiceOptions & { url: string; key: string }

/** How long a page waits for suggestions. */
const TIMEOUT_MS = 2000

/** The recommendation service at another URL. `app` forwards requests to that URL. */
export async function remoteRecommendations({
  url,
  key,
  ...options
}: RemoteOptions): Promise<RecommendationsPart> {
  return {
    app: await createProxy(RECOMMENDATIONS_PREFIX, url, options),
    fetchEndpoint: httpFetchShop({ origin: url, timeoutMs: TIMEOUT_MS }),
    deliverEvents: createHttpDelivery({ RECOMMENDATIONS_URL: url, RECOMMENDATIONS_KEY: key }),
    fetchInteractions: connectInteractions({ RECOMMENDATIONS_URL: url, RECOMMENDATIONS_KEY: key }),
    // The store counts as ready without this service: it works without suggestions.
    probe: async () => {},
    close: async () => {},
  }
}
