import type { Documents } from '@nashta/documents/documents'
import { createDynamoDocuments } from '@nashta/documents/dynamodb-documents'
import { createSqliteDocuments } from '@nashta/documents/sqlite-documents'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { scanItems } from '@nashta/dynamodb/read-items'
import { createDynamoOutbox } from '@nashta/outbox/dynamodb-outbox'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import { createSqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import { beforeAll, beforeEach, describe } from 'vitest'
import { makeShopTables } from './dynamodb/shop-tables.fixture.ts'
import { BY_DUE, type ShopTables } from './dynamodb/tables.ts'
import { shopDatabaseOfEachTest } from './sqlite/shop-database.fixture.ts'

export type DocumentsUnderTest = {
  documents: Documents
  /** The `deduplicationId` of each mail in the outbox, oldest first. */
  mailIds: () => Promise<string[]>
  /** Makes every later write to the outbox fail. */
  breakOutbox: () => void
}

const now = () => new Date(0)

/** A key is `kind:deduplicationId`. */
const mailIdOf = (key: unknown) => String(key).replace(/^[a-z-]+:/, '')

/**
 * Runs the tests of a store twice: on the documents of a new SQLite file, and on those of new
 * tables of DynamoDB Local. `open` opens the documents of the current test.
 */
export function describeOnBothStorages(name: string, tests: (open: () => DocumentsUnderTest) => void) {
  describe(`${name} on SQLite`, () => {
    const database = shopDatabaseOfEachTest(now)
    tests(() => ({
      documents: createSqliteDocuments({
        database: database(),
        now,
        outbox: createSqliteOutbox(database(), now),
      }),
      async mailIds() {
        const rows = database().connection.prepare('SELECT key FROM outbox ORDER BY id').all()
        return rows.map(({ key }) => mailIdOf(key))
      },
      breakOutbox: () =>
        database().connection.exec(
          `CREATE TRIGGER broken BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'broken'); END`,
        ),
    }))
  })

  describeOnDynamoDbLocal(`${name} on DynamoDB`, () => {
    let client: Dynamo
    let shop: ShopTables
    beforeAll(async () => {
      client = await connectDynamoDbLocal()
    })
    beforeEach(async () => {
      shop = await makeShopTables(client)
    })
    tests(() => openDynamoDocuments(shop))
  })
}

/** The documents of these tables with an outbox that a test can break. */
export function openDynamoDocuments({
  client,
  tables: { purchases: table },
}: ShopTables): DocumentsUnderTest {
  const working = createDynamoOutbox({ client, table, index: BY_DUE, now })
  const failingWrite = { Put: { TableName: 'no-such-table', Item: {} } }
  let isBroken = false
  const outbox = {
    entryWrite: (entry: OutboxEntry) => ({
      ...working.entryWrite(entry),
      ...(isBroken && { write: failingWrite }),
    }),
  }
  return {
    documents: createDynamoDocuments({ client, table, index: BY_DUE, outbox }),
    async mailIds() {
      const items = (await scanItems(client, table)).filter(({ sk }) => sk === 'entry')
      return items
        .toSorted((a, b) => (String(a['due']) < String(b['due']) ? -1 : 1))
        .map(({ key }) => mailIdOf(key))
    },
    breakOutbox() {
      isBroken = true
    },
  }
}
