import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { ticketStoreSuite } from '../../tickets/ticket-store.suite.ts'
import { eraseTicket, newTicket } from '../../tickets/ticket.ts'
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

  it('a ticket that is closed while tickets are listed is listed once', async () => {
    const at = new Date('2026-01-01T12:00:00Z')
    const { mails } = openTestMails(shop)
    const tickets = createDynamoTicketStore({ ...shop, mails })
    const fields = { name: 'Asha', email: 'asha@example.com', orderNumber: '', text: 'Stale' }
    const ticket = newTicket(fields, { number: 'G-1', tokenHash: 'hash', at })
    await tickets.create({ ticket, mail: null, mailLimit: { max: 5, since: at } })

    const racing = await connectDynamoDbLocal()
    let isClosed = false
    racing.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const response = await next(args)
          if (commandName?.startsWith('Query') && !isClosed) {
            isClosed = true
            await tickets.change('G-1', (before) => eraseTicket(before, at))
          }
          return response
        },
      { step: 'initialize' },
    )
    const listed = await createDynamoTicketStore({ ...shop, client: racing, mails }).list(10)
    expect(listed.map(({ number, status }) => [number, status])).toEqual([['G-1', 'closed']])
  })
})
