import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { transact } from '@nashta/dynamodb/transact'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { viewEvent } from '../../events/shop-events.ts'
import { createDynamoEventOutbox } from './event-outbox.ts'
import { makeShopTables } from './shop-tables.fixture.ts'
import type { ShopTables } from './tables.ts'

let client: Dynamo
let shop: ShopTables
let clock: Date

const open = (holder: string) => createDynamoEventOutbox({ ...shop, holder, now: () => clock })
const view = (productId: string): ShopEvent => viewEvent('asha', productId, clock)
const add = (outbox: ReturnType<typeof open>, ...ids: string[]) =>
  transact(
    client,
    ids.map((id) => outbox.add(view(id))),
  )
const idsIn = (events: readonly ShopEvent[]) =>
  events.map((event) => ('productId' in event ? event.productId : ''))

describeOnDynamoDbLocal('DynamoDB event outbox', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  }, 150_000)
  beforeEach(async () => {
    clock = new Date('2026-01-01T00:00:00Z')
    shop = await makeShopTables(client)
  })

  it('gives out the oldest first, until they are told', async () => {
    const outbox = open('a')
    await add(outbox, '1', '2', '3')
    expect(idsIn((await outbox.waiting(2)).events)).toEqual(['1', '2'])
    const first = await outbox.waiting(2)
    expect(first.events[0]).toEqual(view('1'))
    await first.done()

    const rest = await outbox.waiting(2)
    expect(idsIn(rest.events)).toEqual(['3'])
    await rest.done()
    expect((await outbox.waiting(2)).events).toEqual([])
  })

  it('lets one process tell at a time, and another once that is done or dead', async () => {
    const [a, b] = [open('a'), open('b')]
    await add(a, '1', '2')
    const { done } = await a.waiting(1)
    expect((await b.waiting(1)).events).toEqual([])
    await done()

    expect(idsIn((await b.waiting(1)).events)).toEqual(['2'])
    expect((await a.waiting(1)).events).toEqual([])
    clock = new Date(clock.getTime() + 30_000)
    expect(idsIn((await a.waiting(1)).events)).toEqual(['2'])
  })
})
