import httpProxy from '@fastify/http-proxy'
import type { ApiResponse } from '@nashta/contracts/api/endpoint'
import { RECOMMENDATIONS_BASE } from '@nashta/contracts/recommendations/recommendation'
import { type DeliverEvents, httpDelivery } from '@nashta/outbox/events'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import type { FastifyInstance } from 'fastify'
import type { OpenRecommendations } from './adapters.ts'

export type RecommendationsPart = {
  app: FastifyInstance
  fetchRecommendations: (path: string) => Promise<ApiResponse>
  deliverEvents: DeliverEvents | null
  probe: () => Promise<void>
  close: () => Promise<void>
}

/** The recommendation service inside this process; events are delivered to it without a network. */
export function embeddedRecommendations(service: OpenRecommendations): RecommendationsPart {
  const { app, fetchHere, takeEvents, probe, close } = service
  return { app, fetchRecommendations: fetchHere, deliverEvents: takeEvents, probe, close }
}

type RemoteOptions = ServiceOptions & { url: string; key: string }

const PATIENCE_MS = 2000

/** At another address: the store passes questions on, so the browser still knows one origin. */
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
    replyOptions: { rewriteHeaders: ({ server: _who, 'x-powered-by': _what, ...headers }) => headers },
  })
  return {
    app,
    fetchRecommendations: (path: string) =>
      fetch(new URL(path, url), { signal: AbortSignal.timeout(PATIENCE_MS) }),
    deliverEvents: httpDelivery({ RECOMMENDATIONS_URL: url, RECOMMENDATIONS_KEY: key }),
    // The store is open without suggestions.
    probe: async () => {},
    close: async () => {},
  }
}
