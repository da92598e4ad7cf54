import type { StoredInteraction } from '@nashta/contracts/recommendations/shop-event'
import type { EventStore } from './event-store.ts'

/** Returns the whole history. Suggestions use only its latest `HISTORY_MAX` interactions. */
export async function interactionsOf(events: EventStore, userId: string): Promise<StoredInteraction[]> {
  const { history } = await events.findShopper(userId, Number.MAX_SAFE_INTEGER)
  return history.map(({ productId, kind, quantity, at }) => ({
    productId,
    kind,
    quantity,
    at: new Date(at).toISOString(),
  }))
}
