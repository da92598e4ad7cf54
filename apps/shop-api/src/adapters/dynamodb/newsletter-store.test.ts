import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { beforeAll, beforeEach } from 'vitest'
import { newsletterStoreSuite } from '../../newsletter/newsletter-store.suite.ts'
import { openTestMails } from './mails.fixture.ts'
import { createDynamoNewsletterStore } from './newsletter-store.ts'
import { makeShopTables } from './shop-tables.fixture.ts'
import type { ShopTables } from './tables.ts'

let client: Dynamo
let shop: ShopTables

describeOnDynamoDbLocal('DynamoDB newsletter store', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  })
  beforeEach(async () => {
    shop = await makeShopTables(client)
  })

  newsletterStoreSuite(() => {
    const { mails, ...outbox } = openTestMails(shop)
    return { newsletter: createDynamoNewsletterStore({ ...shop, mails }), ...outbox }
  })
})
