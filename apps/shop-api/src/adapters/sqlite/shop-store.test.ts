import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { afterEach, beforeEach, describe } from 'vitest'
import { shopStoreSuite } from '../../shop/shop-store.suite.ts'
import { shopMigrations } from './migrations.ts'
import { createSqliteOperatorLog } from './operator-log.ts'
import { createSqliteShopStore } from './shop-store.ts'

let folder: string
let database: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-shop-record-'))
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

describe('SQLite shop store', () => {
  shopStoreSuite(() => ({
    shop: createSqliteShopStore(database),
    log: createSqliteOperatorLog(database),
    reopen: () => createSqliteShopStore(database),
    breakLog() {
      database.connection.exec(
        `CREATE TRIGGER broken BEFORE INSERT ON operatorLog BEGIN SELECT raise(ABORT, 'broken'); END`,
      )
      return { by: { sub: 'boss', username: 'boss' }, at: new Date(0).toISOString() }
    },
  }))
})
