import { describe } from 'vitest'
import { shopStoreSuite } from '../../shop/shop-store.suite.ts'
import { createSqliteOperatorLog } from './operator-log.ts'
import { shopDatabaseOfEachTest } from './shop-database.fixture.ts'
import { createSqliteShopStore } from './shop-store.ts'

const database = shopDatabaseOfEachTest()

describe('SQLite shop store', () => {
  shopStoreSuite(() => ({
    shop: createSqliteShopStore(database()),
    log: createSqliteOperatorLog(database()),
    reopen: () => createSqliteShopStore(database()),
    breakLog() {
      database().connection.exec(
        `CREATE TRIGGER broken BEFORE INSERT ON operatorLog BEGIN SELECT raise(ABORT, 'broken'); END`,
      )
      // The trigger refuses every entry, so any authorship will do.
      return { by: { sub: 'boss', username: 'boss', email: null }, at: new Date(0).toISOString() }
    },
  }))
})
