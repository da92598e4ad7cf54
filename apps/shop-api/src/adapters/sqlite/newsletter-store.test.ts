import { createSqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import { describe } from 'vitest'
import { newsletterStoreSuite } from '../../newsletter/newsletter-store.suite.ts'
import { createSqliteNewsletterStore } from './newsletter-store.ts'
import { shopDatabaseOfEachTest } from './shop-database.fixture.ts'

const now = () => new Date(0)
const database = shopDatabaseOfEachTest(now)

describe('SQLite newsletter store', () => {
  newsletterStoreSuite(() => ({
    newsletter: createSqliteNewsletterStore(database(), createSqliteOutbox(database(), now)),
    mailIds: () =>
      database()
        .connection.prepare('SELECT key FROM outbox ORDER BY id')
        .all()
        // A key is `kind:deduplicationId`.
        .map((row) => String(row['key']).replace('newsletter-confirm:', '')),
    breakOutbox: () =>
      database().connection.exec(
        `CREATE TRIGGER broken BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'broken'); END`,
      ),
  }))
})
