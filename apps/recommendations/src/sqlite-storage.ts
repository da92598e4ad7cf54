import { createSqliteEventStore } from './adapters/sqlite/event-store.ts'
import { createSqliteModelStore } from './adapters/sqlite/model-store.ts'
import {
  openRecommendationsDatabase,
  recommendationsFile,
} from './adapters/sqlite/open-recommendations-database.ts'
import type { RecommendationsStorage } from './storage.ts'

export type SqliteStorageOptions = { dataFolder: string; now: () => Date }

/** One SQLite file in the data folder. Only one process opens it. */
export function openSqliteStorage({ dataFolder, now }: SqliteStorageOptions): RecommendationsStorage {
  const database = openRecommendationsDatabase(dataFolder, now)
  return {
    events: createSqliteEventStore(database),
    models: createSqliteModelStore(database),
    interactionSource: async () => ({ sqlite: recommendationsFile(dataFolder) }),
    isShared: false,
    // Until SQLite's write-ahead log is emptied, it still contains deleted rows.
    purgeDeletedData: () => database.emptyWriteAheadLog(),
    probe: () => database.probe(),
    close: () => database.close(),
  }
}
