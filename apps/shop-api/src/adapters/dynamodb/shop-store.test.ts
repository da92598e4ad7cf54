import { randomUUID } from 'node:crypto'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DEMO_SHOP } from '../../shop/demo-shop.ts'
import { shopStoreSuite } from '../../shop/shop-store.suite.ts'
import { shopVersion } from '../../shop/shop-store.ts'
import { createDynamoOperatorLog } from './operator-log.ts'
import { createDynamoShopStore } from './shop-store.ts'
import { makeShopTables } from './shop-tables.fixture.ts'
import type { ShopTables } from './tables.ts'

/** The largest item that DynamoDB stores. */
const ITEM_MAX_BYTES = 400 * 1024

const authorship = { by: { sub: 's', username: 'u', email: null }, at: new Date(0).toISOString() }

let client: Dynamo
let shop: ShopTables

const open = () => createDynamoShopStore({ ...shop, now: () => new Date(0) })

describeOnDynamoDbLocal('DynamoDB shop store', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  })
  beforeEach(async () => {
    shop = await makeShopTables(client)
  })

  shopStoreSuite(() => ({
    shop: open(),
    log: createDynamoOperatorLog({ ...shop, newId: randomUUID }),
    reopen: open,
    breakLog() {
      // With so long a name, the log entry is too large for an item.
      const longName = 'x'.repeat(ITEM_MAX_BYTES)
      return { by: { sub: 'boss', username: longName, email: null }, at: new Date(0).toISOString() }
    },
  }))

  it('a change by another process is read after a second', async () => {
    let time = 0
    const reader = createDynamoShopStore({ ...shop, now: () => new Date(time) })
    expect(await reader.read()).toEqual(DEMO_SHOP)
    await open().update(aShop(), authorship)

    time = 999
    expect(await reader.read()).toEqual(DEMO_SHOP)
    time = 1000
    expect(await reader.read()).toEqual(aShop())
    expect(reader.version()).toBe(shopVersion(aShop()))
  })

  it('a change by another process is read also after the clock was set back', async () => {
    let time = 3_600_000
    const reader = createDynamoShopStore({ ...shop, now: () => new Date(time) })
    expect(await reader.read()).toEqual(DEMO_SHOP)
    await open().update(aShop(), authorship)

    time = 0
    expect(await reader.read()).toEqual(aShop())
  })

  it('a read that began before an update and ends after it returns the updated record', async () => {
    const slow = await connectDynamoDbLocal()
    const store = createDynamoShopStore({ ...shop, client: slow, now: () => new Date(0) })
    // The update runs after the first request, before the reader gets the response.
    let isFirstRequest = true
    slow.middlewareStack.add(
      (next) => async (args) => {
        const isSlow = isFirstRequest
        isFirstRequest = false
        const response = await next(args)
        if (isSlow) await store.update(aShop(), authorship)
        return response
      },
      { step: 'initialize' },
    )
    expect(await store.read()).toEqual(aShop())
    expect(store.version()).toBe(shopVersion(aShop()))
  })

  it('while storage fails, a read returns the record in memory, however old', async () => {
    let time = 0
    const failing = await connectDynamoDbLocal()
    const reader = createDynamoShopStore({ ...shop, client: failing, now: () => new Date(time) })
    await open().update(aShop(), authorship)
    expect(await reader.read()).toEqual(aShop())
    failing.middlewareStack.add(() => () => Promise.reject(new Error('no storage')), { step: 'initialize' })
    // The record in memory is used without a read of storage for only a second.
    time = 5000
    expect(await reader.read()).toEqual(aShop())
  })
})
