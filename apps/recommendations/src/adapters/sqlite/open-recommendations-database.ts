import { join } from 'node:path'
import type { Database } from '@nashta/sqlite/database'
import { openLockedDatabase } from '@nashta/sqlite/open-locked-database'
import { schema } from './schema.ts'

const NAME = 'recommendations'

/** The path of the file that `openRecommendationsDatabase` opens. */
export function recommendationsFile(dataFolder: string) {
  return join(dataFolder, `${NAME}.sqlite`)
}

/** Locks this database against other processes until it is closed, and creates or migrates its tables. */
export function openRecommendationsDatabase(dataFolder: string, now: () => Date): Database {
  return openLockedDatabase({ dataFolder, name: NAME, migrations: [schema], now })
}
