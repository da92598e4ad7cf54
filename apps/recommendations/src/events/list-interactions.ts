import type { StoredInteraction } from '@nashta/contracts/recommendations/shop-event'
import type { EventStore } from './event-store.ts'

/** Returns the whole history of a shopper. */
export async function interactionsOf(events: EventStore, userId: string): Promise<StoredInteraction[]> {
  const historyMax = Number.MAX_SAFE_INTEGER
  const { history } = await events.findShopper(userId, historyMax)
  return history.map(({ productId, kind, quantity, at }) => ({
    productId,
    kind,
    quantity,
    at: new Date(at).toISOString(),
  }))
}
