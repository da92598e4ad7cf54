import type { Database } from '@nashta/sqlite/database'
import { openOwnDatabase } from '@nashta/sqlite/open-own-database'
import { shopMigrations } from './migrations.ts'

export function openShopDatabase(dataFolder: string, now: () => Date): Database {
  return openOwnDatabase({ dataFolder, name: 'shop', migrations: shopMigrations, now })
}
