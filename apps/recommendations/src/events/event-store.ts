import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Interaction } from '../model/training-data.ts'

export type TakeEvents = (events: readonly ShopEvent[]) => Promise<void>

/** What is known of a shopper. */
export type Shopper = {
  /** Newest last, limited to the latest ones. */
  history: readonly Interaction[]
  /** The ids of the products in the cart. */
  cart: ReadonlySet<string>
}

/** The data version of an empty store. */
export const NO_TRAINING_DATA = '0'

export interface EventStore {
  /** Resolves when the events are durable. Events that are stored already, or older than a stored one, change nothing. */
  add: TakeEvents

  /** An unknown shopper has an empty history. */
  find(userId: string): Promise<Shopper>

  /** Changes whenever there is something new to train on; `NO_TRAINING_DATA` at first. */
  dataVersion(): Promise<string>

  /** Deletes views older than the given time. */
  pruneViews(before: Date): Promise<void>
}
