import type { Database } from '@nashta/sqlite/database'
import { openLockedDatabase } from '@nashta/sqlite/open-locked-database'
import { shopMigrations } from './migrations.ts'

/** The size of SQLite's page cache. It holds the pages that a busy shop writes most often. */
const CACHE_KIB = 16_000

export function openShopDatabase(dataFolder: string, now: () => Date): Database {
  return openLockedDatabase({
    dataFolder,
    name: 'shop',
    migrations: shopMigrations,
    cacheKiB: CACHE_KIB,
    now,
  })
}
