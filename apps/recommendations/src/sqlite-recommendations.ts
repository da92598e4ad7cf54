import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import type { VerifyToken } from '@nashta/service-kit/auth/authorise'
import type { BirthDateOf } from '@nashta/service-kit/auth/minors'
import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import { createSqliteEventStore } from './adapters/sqlite/event-store.ts'
import { createSqliteModelStore } from './adapters/sqlite/model-store.ts'
import {
  openRecommendationsDatabase,
  recommendationsFile,
} from './adapters/sqlite/open-recommendations-database.ts'
import { loadCatalogue } from './catalogue/load-catalogue.ts'
import { createApp } from './create-app.ts'
import type { AddEvents } from './events/event-store.ts'
import { interactionsOf } from './events/list-interactions.ts'
import { createSuggestionCache } from './suggestions/suggest.ts'
import { runInThread } from './training/run-in-thread.ts'
import { startTrainer } from './training/start-trainer.ts'

export type SqliteRecommendationsOptions = ServiceOptions & {
  dataFolder: string
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

/** The recommendation service on SQLite, inside the store or as a separate process. */
export function openSqliteRecommendations(options: SqliteRecommendationsOptions) {
  const { dataFolder, fetchShop, catalogueVersion, logger, now } = options
  const database = openRecommendationsDatabase(dataFolder, now)
  const events = createSqliteEventStore(database)
  const cache = createSuggestionCache()
  const addEvents: AddEvents = async (newEvents) => {
    await events.add(newEvents)
    // The write-ahead log may still hold the rows of a deleted user.
    if (newEvents.some(({ kind }) => kind === 'accountDeleted')) database.emptyWriteAheadLog()
    for (const { userId } of newEvents) cache.delete(userId)
  }
  const trainer = startTrainer({
    events,
    models: createSqliteModelStore(database),
    interactionSource: async () => ({ sqlite: recommendationsFile(dataFolder) }),
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
    probe: () => database.probe(),
    close: async () => {
      await trainer.close()
      await database.close()
    },
  }
}
