import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import type { VerifyToken } from '@nashta/service-kit/auth/authorise'
import type { BirthDateOf } from '@nashta/service-kit/auth/minors'
import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import { loadCatalogue } from './catalogue/load-catalogue.ts'
import { createApp } from './create-app.ts'
import type { AddEvents } from './events/event-store.ts'
import { interactionsOf } from './events/list-interactions.ts'
import type { OpenStorage } from './storage.ts'
import { createSuggestionCache } from './suggestions/suggest.ts'
import { runInThread } from './training/run-in-thread.ts'
import { startTrainer } from './training/start-trainer.ts'

export type RecommendationsOptions = ServiceOptions & {
  fetchShop: FetchShop
  catalogueVersion: () => string
  /**
   * The key that our own services send to store or read events. If the key is empty, all these
   * requests are refused.
   */
  key: string
  /** Verifies the access token, which a shopper must send for their own suggestions. */
  verifyToken: VerifyToken
  /** Finds a shopper's birth date. Minors get the suggestions for guests. */
  birthDateOf: BirthDateOf
  /** Multiplies the pace of calls for suggestions. */
  rateLimitScale: number
  now: () => Date
}

/** The recommendation service on a storage, inside the store or as a separate process. */
export function openRecommendations(openStorage: OpenStorage, options: RecommendationsOptions) {
  const { fetchShop, catalogueVersion, logger, now } = options
  const storage = openStorage({ now })
  const { events, models, interactionSource } = storage
  // Events that another process adds would not empty the cache of this process.
  const cache = storage.isShared ? null : createSuggestionCache()
  const addEvents: AddEvents = async (newEvents) => {
    await events.add(newEvents)
    if (newEvents.some(({ kind }) => kind === 'accountDeleted')) storage.purgeDeletedData()
    for (const { userId } of newEvents) cache?.delete(userId)
  }
  const trainer = startTrainer({
    events,
    models,
    interactionSource,
    loadCatalogue: () => loadCatalogue(fetchShop, logger),
    catalogueVersion,
    runInThread,
    logger,
    now,
  })

  return {
    ...createApp({ ...options, events, trainer, cache, addEvents }),
    addEvents,
    fetchInteractions: (userId: string) => interactionsOf(events, userId),
    trainNow: trainer.trainNow,
    probe: storage.probe,
    close: async () => {
      await trainer.close()
      await storage.close()
    },
  }
}
