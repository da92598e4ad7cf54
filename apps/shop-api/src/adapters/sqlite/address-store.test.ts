import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { afterEach, beforeEach, describe } from 'vitest'
import { addressStoreSuite } from '../../addresses/address-store.suite.ts'
import { createSqliteAddressStore } from './address-store.ts'
import { shopMigrations } from './migrations.ts'

let folder: string
let database: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-addresses-'))
  database = openDatabase({
    path: join(folder, 'shop.sqlite'),
    migrations: shopMigrations,
    now: () => new Date(0),
  })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

describe('SQLite address store', () => {
  addressStoreSuite(() => createSqliteAddressStore(database))
})
