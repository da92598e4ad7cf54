import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Interaction } from '../model/training-data.ts'

export type AddEvents = (events: readonly ShopEvent[]) => Promise<void>

/** A shopper's history and cart, as far as events have reported them. */
export type Shopper = {
  /** The latest `HISTORY_MAX` interactions, newest last. The limit bounds the work of a request. */
  history: readonly Interaction[]
  /** The ids of the products in the cart. */
  cart: ReadonlySet<string>
}

export const HISTORY_MAX = 500

/** The data version of an empty store. */
export const INITIAL_DATA_VERSION = '0'

export interface EventStore {
  /** Stores events durably. Repeated ones change nothing; old versions of a cart line do not change the cart. */
  add: AddEvents

  /** An unknown shopper has an empty history. `historyMax` replaces the limit of the history. */
  findShopper(userId: string, historyMax?: number): Promise<Shopper>

  /** A string that changes whenever there is something new to train on. */
  dataVersion(): Promise<string>

  /** Hides the stored views before this time from `findShopper` and from training. They may be deleted later. */
  pruneViews(before: Date): Promise<void>
}
