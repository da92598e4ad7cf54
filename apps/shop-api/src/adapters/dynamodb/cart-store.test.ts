import { asPaise } from '@nashta/contracts/money'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import {
  connectDynamoDbLocal,
  describeOnDynamoDbLocal,
  clientLosingResponse,
} from '@nashta/dynamodb/dynamodb-local.fixture'
import { readItem } from '@nashta/dynamodb/read-items'
import { updateItem } from '@nashta/dynamodb/write-item'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { cartStoreSuite } from '../../cart/cart-store.suite.ts'
import type { CartUpdate } from '../../cart/cart-store.ts'
import { createDynamoCartStore } from './cart-store.ts'
import { createMutex } from './mutex.ts'
import { makeShopTables } from './shop-tables.fixture.ts'
import type { ShopTables } from './tables.ts'

let client: Dynamo
let shop: ShopTables

/** Opens a store as another process would. */
const open = (clock: { now: Date }, clientOfProcess = client) =>
  createDynamoCartStore({ ...shop, client: clientOfProcess, mutex: createMutex(), now: () => clock.now })

const line = { name: '', imageUrl: '', category: '', pricePaise: asPaise(1), productId: 'laddoo' }
const addOne: CartUpdate['apply'] = ([before]) => [{ ...line, quantity: (before?.quantity ?? 0) + 1 }]

describeOnDynamoDbLocal('DynamoDB cart store', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  })
  beforeEach(async () => {
    shop = await makeShopTables(client)
  })

  cartStoreSuite(() => {
    const clock = { now: new Date('2026-01-01T00:00:00Z') }
    return { store: open(clock), clock }
  })

  it('an attribute that newer code has added survives a change of the cart', async () => {
    const clock = { now: new Date('2026-01-01T00:00:00Z') }
    await open(clock).update('asha', { apply: addOne })
    const Key = { userId: 'asha', item: 'cart' }
    await updateItem(client, {
      TableName: shop.tables.carts,
      Key,
      UpdateExpression: 'SET giftNote = :note',
      ExpressionAttributeValues: { ':note': 'For Diwali' },
    })
    await open(clock).update('asha', { apply: addOne })
    expect(await readItem(client, shop.tables.carts, Key)).toMatchObject({
      giftNote: 'For Diwali',
      version: 2,
      schema: 1,
    })
  })

  it('no cart update is lost when several processes write, and each operation is applied by only one of them', async () => {
    const clock = { now: new Date('2026-01-01T00:00:00Z') }
    const processes = Array.from({ length: 4 }, () => open(clock))
    const updateEverywhere = (userId: string, fields: Partial<CartUpdate> = {}) =>
      Promise.all(processes.map((store) => store.update(userId, { apply: addOne, ...fields })))
    await updateEverywhere('asha')
    await updateEverywhere('asha')
    // Four processes made two updates each.
    expect(await open(clock).find('asha')).toMatchObject({ lines: [{ quantity: 8 }], version: 8 })

    const operations = ['1', '2', '3', '4', '5'].map((key) =>
      updateEverywhere('asha', { operation: { key, fingerprint: 'f' } }),
    )
    const updated = (await Promise.all(operations)).flat()
    // Five operations were sent to each of the four processes.
    expect(updated.filter(({ replayed }) => !replayed)).toHaveLength(5)
    expect(await open(clock).find('asha')).toMatchObject({ lines: [{ quantity: 13 }], version: 13 })
  })

  it('an update whose response was lost is stored once', async () => {
    const clock = { now: new Date('2026-01-01T00:00:00Z') }
    const { cart } = await open(clock, await clientLosingResponse()).update('asha', { apply: addOne })
    expect(cart).toMatchObject({ lines: [{ quantity: 1 }], version: 1 })
    expect(await open(clock).find('asha')).toEqual(cart)
  })

  it('a retried operation runs once, even when the read before it does not find the stored operation', async () => {
    const clock = { now: new Date('2026-01-01T00:00:00Z') }
    const operation = { key: 'once', fingerprint: 'f' }
    await open(clock).update('asha', { apply: addOne, operation })
    const retried = await open(clock, await clientMissingOperationsOnce()).update('asha', {
      apply: addOne,
      operation,
    })

    expect(retried).toMatchObject({ replayed: true, cart: { version: 1 } })
  })
})

/**
 * A client whose first batch read does not find the stored operations. DynamoDB reads the items of
 * a batch at different moments. So it may read an operation before an update and the cart after it.
 */
async function clientMissingOperationsOnce() {
  const client = await connectDynamoDbLocal()
  let isFirstBatch = true
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args)
        if (commandName !== 'BatchGetItemCommand' || !isFirstBatch) return result
        isFirstBatch = false
        const { Responses = {} } = result.output as { Responses?: Record<string, Record<string, unknown>[]> }
        for (const [table, items] of Object.entries(Responses)) {
          Responses[table] = items.filter(({ item }) => item === 'cart')
        }
        return result
      },
    { step: 'initialize', priority: 'high' },
  )
  return client
}
