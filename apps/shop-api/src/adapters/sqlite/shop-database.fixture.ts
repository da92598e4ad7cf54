import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@nashta/sqlite/database'
import { afterEach, beforeEach } from 'vitest'
import { openShopDatabase } from './open-shop-database.ts'

/**
 * Opens a new shop database before each test and deletes it afterwards. Returns a function that
 * returns the database of the current test.
 */
export function shopDatabaseOfEachTest(now: () => Date = () => new Date(0)): () => Database {
  let folder: string
  let database: Database
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nashta-shop-'))
    database = openShopDatabase(folder, now)
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  return () => database
}
