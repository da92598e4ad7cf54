import type { EventStore } from './events/event-store.ts'
import type { InteractionSource } from './training/interaction-source.ts'
import type { ModelStore } from './training/model-store.ts'

/** Where the recommendation service keeps its data. */
export type RecommendationsStorage = {
  events: EventStore
  models: ModelStore
  interactionSource: () => Promise<InteractionSource>
  /** Whether other processes add events too. */
  isShared: boolean
  /** Makes sure that deleted data cannot be read in the storage's files either. */
  purgeDeletedData: () => void
  probe: () => Promise<void>
  close: () => Promise<void>
}

export type OpenStorage = (context: { now: () => Date }) => RecommendationsStorage
