import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'

/** Events that wait to be told. They were written together with what they are about, so that none is lost. */
export interface EventOutbox {
  /** The oldest first. Whoever has told them says so by `done`; until then they come again. */
  waiting(limit: number): Promise<WaitingEvents>

  /** Runs after an event was added. It may not be committed yet, or never. */
  onAdded(listener: () => void): void
}

type WaitingEvents = { events: readonly ShopEvent[]; done: () => Promise<void> }
