import { createSqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import { describe } from 'vitest'
import { ticketStoreSuite } from '../../tickets/ticket-store.suite.ts'
import { shopDatabaseOfEachTest } from './shop-database.fixture.ts'
import { createSqliteTicketStore } from './ticket-store.ts'

const now = () => new Date(0)
const database = shopDatabaseOfEachTest(now)

describe('SQLite ticket store', () => {
  ticketStoreSuite(() => ({
    tickets: createSqliteTicketStore(database(), createSqliteOutbox(database(), now)),
    mailIds: () =>
      database()
        .connection.prepare('SELECT key FROM outbox ORDER BY id')
        .all()
        // A key is `kind:deduplicationId`.
        .map((row) => String(row['key']).replace('ticket-replied:', '')),
    breakOutbox: () =>
      database().connection.exec(
        `CREATE TRIGGER broken BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'broken'); END`,
      ),
  }))
})
