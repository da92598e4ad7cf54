import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import { createSqliteEventStore } from './adapters/sqlite/event-store.ts'
import { createSqliteModelStore } from './adapters/sqlite/model-store.ts'
import {
  openRecommendationsDatabase,
  recommendationsFile,
} from './adapters/sqlite/open-recommendations-database.ts'
import { loadCatalogue } from './catalogue/load-catalogue.ts'
import { createApp } from './create-app.ts'
import { createTakeEvents } from './events/take-events.ts'
import { createRemembered } from './suggestions/remembered.ts'
import type { Suggestions } from './suggestions/suggest.ts'
import { runInThread } from './training/run-in-thread.ts'
import { startTrainer } from './training/start-trainer.ts'

export type SqliteRecommendationsOptions = ServiceOptions & {
  dataFolder: string
  fetchShop: FetchShop
  catalogueVersion: () => string | Promise<string>
  /** What our own services show when they tell events over the network; empty where none may. */
  key: string
  now: () => Date
}

/** The whole recommendation service on its own file, for whoever runs it: the store, or a process of its own. */
export function openSqliteRecommendations(options: SqliteRecommendationsOptions) {
  const { dataFolder, fetchShop, catalogueVersion, logger, now } = options
  const database = openRecommendationsDatabase(dataFolder, now)
  const events = createSqliteEventStore(database)
  const remembered = createRemembered<Suggestions>()
  const take = createTakeEvents(events, remembered.forget)
  const trainer = startTrainer({
    events,
    models: createSqliteModelStore(database),
    source: { sqlite: recommendationsFile(dataFolder) },
    loadCatalogue: () => loadCatalogue(fetchShop),
    catalogueVersion,
    runInThread,
    logger,
    now,
  })

  return {
    ...createApp({ ...options, events, trainer, remembered, take }),
    takeEvents: take,
    learn: trainer.learn,
    probe: () => database.probe(),
    close: async () => {
      await trainer.close()
      await database.close()
    },
  }
}
