import httpProxy from '@fastify/http-proxy'
import { type FetchShop, httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { RECOMMENDATIONS_BASE } from '@nashta/contracts/recommendations/recommendation'
import { type DeliverEvents, httpDelivery } from '@nashta/outbox/events'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import type { FastifyInstance } from 'fastify'
import type { OpenRecommendations } from './adapters.ts'

export type RecommendationsPart = {
  app: FastifyInstance
  fetchShop: FetchShop
  deliverEvents: DeliverEvents | null
  probe: () => Promise<void>
  close: () => Promise<void>
}

/** The recommendation service inside this process: events and calls reach it without a network. */
export function embeddedRecommendations(service: OpenRecommendations): RecommendationsPart {
  const { app, fetchShop, takeEvents, probe, close } = service
  return { app, fetchShop, deliverEvents: takeEvents, probe, close }
}

type RemoteOptions = ServiceOptions & { url: string; key: string }

const TIMEOUT_MS = 2000

/** The recommendation service at another address: the store is its proxy, so that the browser uses one origin. */
export async function remoteRecommendations({
  url,
  key,
  ...options
}: RemoteOptions): Promise<RecommendationsPart> {
  const app = createService(options)
  await app.register(httpProxy, {
    upstream: url,
    prefix: RECOMMENDATIONS_BASE,
    rewritePrefix: RECOMMENDATIONS_BASE,
    replyOptions: {
      rewriteHeaders: ({ server: _server, 'x-powered-by': _poweredBy, ...headers }) => headers,
    },
  })
  return {
    app,
    fetchShop: httpFetchShop({ origin: url, timeoutMs: TIMEOUT_MS }),
    deliverEvents: httpDelivery({ RECOMMENDATIONS_URL: url, RECOMMENDATIONS_KEY: key }),
    // The store is ready without suggestions.
    probe: async () => {},
    close: async () => {},
  }
}
