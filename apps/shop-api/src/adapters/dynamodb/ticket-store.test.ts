import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { scanItems } from '@nashta/dynamodb/read-items'
import { createDynamoOutbox } from '@nashta/outbox/dynamodb-outbox'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import { beforeAll, beforeEach } from 'vitest'
import { ticketStoreSuite } from '../../tickets/ticket-store.suite.ts'
import { makeShopTables } from './shop-tables.fixture.ts'
import { BY_DUE, type ShopTables } from './tables.ts'
import { createDynamoTicketStore } from './ticket-store.ts'

let client: Dynamo
let shop: ShopTables

describeOnDynamoDbLocal('DynamoDB ticket store', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  }, 150_000)
  beforeEach(async () => {
    shop = await makeShopTables(client)
  })

  ticketStoreSuite(() => {
    const table = shop.tables.purchases
    const outbox = createDynamoOutbox({ client, table, index: BY_DUE, now: () => new Date(0) })
    let isBroken = false
    const mails = {
      entryWrite(entry: OutboxEntry) {
        const { write, ...mail } = outbox.entryWrite(entry)
        const missing = { Put: { TableName: 'no-such-table', Item: {} } }
        return { ...mail, write: isBroken ? missing : write }
      },
    }
    return {
      tickets: createDynamoTicketStore({ ...shop, mails }),
      async mailsAbout() {
        const items = await scanItems(client, table)
        return items
          .filter(({ sk }) => sk === 'entry')
          .toSorted((a, b) => (String(a['due']) < String(b['due']) ? -1 : 1))
          .map(({ key }) => String(key).replace('ticket-replied:', ''))
      },
      breakOutbox() {
        isBroken = true
      },
    }
  })
})
