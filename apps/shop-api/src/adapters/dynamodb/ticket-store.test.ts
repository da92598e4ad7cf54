import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { beforeAll, beforeEach } from 'vitest'
import { ticketStoreSuite } from '../../tickets/ticket-store.suite.ts'
import { openTestMails } from './mails.fixture.ts'
import { makeShopTables } from './shop-tables.fixture.ts'
import type { ShopTables } from './tables.ts'
import { createDynamoTicketStore } from './ticket-store.ts'

let client: Dynamo
let shop: ShopTables

describeOnDynamoDbLocal('DynamoDB ticket store', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  })
  beforeEach(async () => {
    shop = await makeShopTables(client)
  })

  ticketStoreSuite(() => {
    const { mails, ...outbox } = openTestMails(shop)
    return { tickets: createDynamoTicketStore({ ...shop, mails }), ...outbox }
  })
})
