import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Interaction } from '../model/training-data.ts'

/** What is known of a shopper at this moment. */
export type Shopper = {
  /** Newest last; of those who did a lot, the latest. */
  history: readonly Interaction[]
  /** The ids of the products in their cart. */
  cart: ReadonlySet<string>
}

export const NO_TRAINING_DATA = '0'

export interface EventStore {
  /** Once this resolves the events are safe. Those that are known, or older than what is known, change nothing. */
  take(events: readonly ShopEvent[]): Promise<void>

  /** Nobody's history is empty. */
  find(userId: string): Promise<Shopper>

  /** Another value whenever there is something new to learn; at first `NOTHING_TO_LEARN`. */
  revision(): Promise<string>

  /** Forgets what was only looked at before then. */
  pruneViews(before: Date): Promise<void>
}
