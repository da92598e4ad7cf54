import { describe, expect, it } from 'vitest'
import { operatorLogSuite } from '../../operator-log/operator-log.suite.ts'
import { createSqliteOperatorLog } from './operator-log.ts'
import { shopDatabaseOfEachTest } from './shop-database.fixture.ts'

const database = shopDatabaseOfEachTest()

describe('SQLite operator log', () => {
  operatorLogSuite(() => createSqliteOperatorLog(database()))

  it.each(["UPDATE operatorLog SET action = 'create'", 'DELETE FROM operatorLog'])(
    'the SQL statement %s is refused',
    async (sql) => {
      const log = createSqliteOperatorLog(database())
      await log.append({
        by: { sub: 's', username: 'u', email: null },
        at: '2026-02-01T10:00:00.000Z',
        kind: 'shop',
        subject: 'shop',
        action: 'update',
        changes: {},
      })
      expect(() => database().connection.exec(sql)).toThrow('the log is append-only')
      expect(await log.list({}, { limit: 2 })).toHaveLength(1)
    },
  )
})
