import { join } from 'node:path'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { lockData } from '@nashta/sqlite/lock-data'
import { events } from './migrations/001-events.ts'

export function recommendationsFile(dataFolder: string) {
  return join(dataFolder, 'recommendations.sqlite')
}

export function openRecommendationsDatabase(dataFolder: string, now: () => Date): Database {
  const lock = lockData(
    join(dataFolder, 'recommendations.lock'),
    `Another store uses the data folder ${dataFolder}: stop it, or set DATA_DIR to another`,
  )
  try {
    const database = openDatabase({ path: recommendationsFile(dataFolder), migrations: [events], now })
    return {
      ...database,
      async close() {
        await database.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
