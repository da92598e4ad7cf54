import { join } from 'node:path'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { lockData } from '@nashta/sqlite/lock-data'
import { shopMigrations } from './migrations.ts'

/** Locked first: a newer version must not change the tables under an older one that still serves. */
export function openShopDatabase(dataFolder: string, now: () => Date): Database {
  const lock = lockData(
    join(dataFolder, 'shop.lock'),
    `Another store uses the data folder ${dataFolder}: stop it, or set DATA_DIR to another`,
  )
  try {
    const database = openDatabase({ path: join(dataFolder, 'shop.sqlite'), migrations: shopMigrations, now })
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
