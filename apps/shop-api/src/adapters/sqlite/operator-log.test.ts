import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@nashta/sqlite/database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { operatorLogSuite } from '../../operator-log/operator-log.suite.ts'
import { openShopDatabase } from './open-shop-database.ts'
import { createSqliteOperatorLog } from './operator-log.ts'

let folder: string
let database: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-log-'))
  database = openShopDatabase(folder, () => new Date(0))
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

describe('SQLite operator log', () => {
  operatorLogSuite(() => createSqliteOperatorLog(database))

  it.each(["UPDATE operatorLog SET action = 'create'", 'DELETE FROM operatorLog'])(
    '%s is refused',
    async (sql) => {
      const log = createSqliteOperatorLog(database)
      await log.append({
        by: { sub: 's', username: 'u' },
        at: '2026-02-01T10:00:00.000Z',
        kind: 'shop',
        subject: 'shop',
        action: 'update',
        changes: {},
      })
      expect(() => database.connection.exec(sql)).toThrow('the log is append-only')
      expect(await log.list({}, { limit: 2 })).toHaveLength(1)
    },
  )
})
