import { storeEvents } from '@nashta/contracts/recommendations/shop-event'
import { hasBearerKey } from '@nashta/service-kit/auth/internal-access'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { AddEvents } from './event-store.ts'

export type EventDeps = {
  addEvents: AddEvents
  /** The key that our own services send with events. An empty key refuses every request. */
  key: string
}

export function eventRoutes({ addEvents, key }: EventDeps): Route[] {
  return [
    route(storeEvents, async ({ body, request }) => {
      if (!hasBearerKey(request, key)) throw new ServiceError('UNAUTHENTICATED', 'Show the key')
      await addEvents(body.events)
      return { data: { taken: body.events.length } }
    }),
  ]
}
