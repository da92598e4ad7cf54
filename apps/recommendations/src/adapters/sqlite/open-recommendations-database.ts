import { join } from 'node:path'
import type { Database } from '@nashta/sqlite/database'
import { openOwnDatabase } from '@nashta/sqlite/open-own-database'
import { schema } from './schema.ts'

const NAME = 'recommendations'

export function recommendationsFile(dataFolder: string) {
  return join(dataFolder, `${NAME}.sqlite`)
}

export function openRecommendationsDatabase(dataFolder: string, now: () => Date): Database {
  return openOwnDatabase({ dataFolder, name: NAME, migrations: [schema], now })
}
