import { listInteractions, storeEvents } from '@nashta/contracts/recommendations/shop-event'
import { hasBearerKey } from '@nashta/service-kit/auth/internal-access'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { FastifyRequest } from 'fastify'
import type { AddEvents, EventStore } from './event-store.ts'
import { interactionsOf } from './list-interactions.ts'

export type EventDeps = {
  events: EventStore
  /**
   * Stores events by `events.add`. If the service caches suggestions, also deletes the cached
   * suggestions for the shoppers of these events.
   */
  addEvents: AddEvents
  /** The key that our own services send. An empty key refuses every request. */
  key: string
}

export function eventRoutes({ events, addEvents, key }: EventDeps): Route[] {
  function assertKey(request: FastifyRequest) {
    if (!hasBearerKey(request, key)) throw new ServiceError('UNAUTHENTICATED', 'Show the key')
  }

  return [
    route(storeEvents, async ({ body, request }) => {
      assertKey(request)
      await addEvents(body.events)
      return { data: { taken: body.events.length } }
    }),
    route(listInteractions, async ({ params, request }) => {
      assertKey(request)
      return { data: await interactionsOf(events, params.userId) }
    }),
  ]
}
