import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { aRequest, newsletterStoreSuite } from '../../newsletter/newsletter-store.suite.ts'
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

  it('an erasure also deletes a link that is mailed while it runs', async () => {
    const { mails } = openTestMails(shop)
    const newsletter = createDynamoNewsletterStore({ ...shop, mails })
    await newsletter.subscribe(aRequest('first'))
    const racing = await connectDynamoDbLocal()
    let hasRaced = false
    racing.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const response = await next(args)
          if (commandName?.startsWith('Get') && !hasRaced) {
            hasRaced = true
            await newsletter.subscribe(aRequest('second'))
          }
          return response
        },
      { step: 'initialize' },
    )
    await createDynamoNewsletterStore({ ...shop, client: racing, mails }).erase('asha@example.com')
    expect(hasRaced).toBe(true)
    expect(await newsletter.find('asha@example.com')).toBeNull()
    for (const tokenHash of ['first', 'second']) expect(await newsletter.unsubscribe(tokenHash)).toBe(false)
  })
})
