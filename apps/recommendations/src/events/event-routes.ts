import { timingSafeEqual } from 'node:crypto'
import { takeEvents } from '@nashta/contracts/shop-event'
import { type Route, route } from '@nashta/service-kit/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { TakeEvents } from './take-events.ts'

export type EventDeps = {
  take: TakeEvents
  /** What our own services show; empty where none may call. */
  key: string
}

export function eventRoutes({ take, key }: EventDeps): Route[] {
  return [
    route(takeEvents, async ({ body, request }) => {
      if (!isKey(request.headers.authorization, key))
        throw new ServiceError('UNAUTHENTICATED', 'Show the key')
      await take(body.events)
      return { data: { taken: body.events.length } }
    }),
  ]
}

function isKey(shown: string | undefined, key: string) {
  const [expected, given] = [Buffer.from(`Bearer ${key}`), Buffer.from(shown ?? '')]
  return key !== '' && given.length === expected.length && timingSafeEqual(given, expected)
}
