import { randomUUID } from 'node:crypto'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type AllOrdersSetup, allOrdersSuite } from '../../../purchases/desk/all-orders.suite.ts'
import { createDynamoProductStore } from '../catalogue/product-store.ts'
import { createSalesAggregator } from '../catalogue/sales-aggregator.ts'
import { createMutex } from '../mutex.ts'
import { makeShopTables } from '../shop-tables.fixture.ts'
import type { ShopTables } from '../tables.ts'
import { createDynamoAllOrders, withCachedCounts } from './all-orders.ts'
import { createDynamoPurchaseStore } from './purchase-store.ts'

let clock = new Date('2026-01-01T12:00:00Z')
const now = () => clock
const setTime = (at: Date) => {
  clock = at
}

let client: Dynamo
let shop: ShopTables

function openStores(readMax?: number): AllOrdersSetup {
  const products = createDynamoProductStore({ ...shop, now, newId: randomUUID })
  const store = createDynamoPurchaseStore({
    ...shop,
    products,
    mutex: createMutex(),
    now,
    newId: randomUUID,
    mailWrites: () => [],
  })
  const allOrders = createDynamoAllOrders(shop, readMax)
  // The totals have most orders only after the sales were added up. The Shop API does that in the
  // background.
  const addUpSales = () => createSalesAggregator({ ...shop, now }).addUp({ fence: 1 })
  return {
    store,
    products,
    allOrders: { ...allOrders, totalsOf: (days) => addUpSales().then(() => allOrders.totalsOf(days)) },
  }
}

describeOnDynamoDbLocal('DynamoDB orders of all shoppers', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  })
  beforeEach(async () => {
    shop = await makeShopTables(client)
  })

  allOrdersSuite(openStores, setTime)

  it('counts, and the totals of a day, are cached for five seconds, and a failed read is not cached', async () => {
    const countingClient = await connectDynamoDbLocal()
    let requests = 0
    let isDown = true
    countingClient.middlewareStack.add(
      (next) => async (args) => {
        requests += 1
        if (isDown) throw new Error('unreachable')
        return next(args)
      },
      { step: 'initialize' },
    )
    clock = new Date('2026-01-01T12:00:00Z')
    const allOrders = withCachedCounts(createDynamoAllOrders({ ...shop, client: countingClient }), now)
    await expect(allOrders.countByWork()).rejects.toThrow('unreachable')
    isDown = false
    expect(await allOrders.countByWork()).toMatchObject({ pack: 0 })
    const requestsBefore = requests
    clock = new Date('2026-01-01T12:00:04.999Z')
    await allOrders.countByWork()
    expect(requests).toBe(requestsBefore)
    clock = new Date('2026-01-01T12:00:05Z')
    await allOrders.countByWork()
    expect(requests).toBeGreaterThan(requestsBefore)

    const countRequestsForTotals = async (day: string) => {
      const before = requests
      await allOrders.totalsOf([day])
      return requests - before
    }
    expect(await countRequestsForTotals('2026-01-01')).toBeGreaterThan(0)
    expect(await countRequestsForTotals('2026-01-01')).toBe(0)
    expect(await countRequestsForTotals('2026-01-02')).toBeGreaterThan(0)
    clock = new Date('2026-01-01T12:00:09.999Z')
    expect(await countRequestsForTotals('2026-01-02')).toBe(0)
    clock = new Date('2026-01-01T12:00:10Z')
    expect(await countRequestsForTotals('2026-01-02')).toBeGreaterThan(0)
  })
})
