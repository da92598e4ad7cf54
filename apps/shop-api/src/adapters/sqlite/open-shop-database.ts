import type { Database } from '@nashta/sqlite/database'
import { openLockedDatabase } from '@nashta/sqlite/open-locked-database'
import { shopMigrations } from './migrations.ts'

export function openShopDatabase(dataFolder: string, now: () => Date): Database {
  return openLockedDatabase({ dataFolder, name: 'shop', migrations: shopMigrations, now })
}
