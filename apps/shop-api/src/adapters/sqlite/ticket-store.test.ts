import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { afterEach, beforeEach, describe } from 'vitest'
import { ticketStoreSuite } from '../../tickets/ticket-store.suite.ts'
import { shopMigrations } from './migrations.ts'
import { createSqliteTicketStore } from './ticket-store.ts'

let folder: string
let database: Database
const now = () => new Date(0)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-tickets-'))
  database = openDatabase({ path: join(folder, 'shop.sqlite'), migrations: shopMigrations, now })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

describe('SQLite ticket store', () => {
  ticketStoreSuite(() => ({
    tickets: createSqliteTicketStore(database, createSqliteOutbox(database, now)),
    mailsAbout: () =>
      database.connection
        .prepare('SELECT key FROM outbox ORDER BY id')
        .all()
        .map((row) => String(row['key']).replace('ticket-replied:', '')),
    breakOutbox: () =>
      database.connection.exec(
        `CREATE TRIGGER broken BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'broken'); END`,
      ),
  }))
})
