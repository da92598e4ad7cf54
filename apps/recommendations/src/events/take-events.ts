import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { EventStore } from './event-store.ts'

export type TakeEvents = (events: readonly ShopEvent[]) => Promise<void>

/** `forget` lets go of what was answered to a shopper before. */
export function createTakeEvents(store: EventStore, forget: (userId: string) => void): TakeEvents {
  return async (events) => {
    await store.take(events)
    for (const { userId } of events) forget(userId)
  }
}
