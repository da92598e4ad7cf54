import { takeEvents } from '@nashta/contracts/recommendations/shop-event'
import { hasBearerKey } from '@nashta/service-kit/http/request-headers'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { TakeEvents } from './event-store.ts'

export type EventDeps = {
  take: TakeEvents
  /** The key that our own services send; empty where no service may call. */
  key: string
}

export function eventRoutes({ take, key }: EventDeps): Route[] {
  return [
    route(takeEvents, async ({ body, request }) => {
      if (!hasBearerKey(request, key)) throw new ServiceError('UNAUTHENTICATED', 'Show the key')
      await take(body.events)
      return { data: { taken: body.events.length } }
    }),
  ]
}
