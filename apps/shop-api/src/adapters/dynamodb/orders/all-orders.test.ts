import { randomUUID } from 'node:crypto'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { allOrdersSuite } from '../../../purchases/desk/all-orders.suite.ts'
import { createDynamoProductStore } from '../catalogue/product-store.ts'
import { createSalesAggregator } from '../catalogue/sales-aggregator.ts'
import { createMutex } from '../mutex.ts'
import { makeShopTables } from '../shop-tables.fixture.ts'
import type { ShopTables } from '../tables.ts'
import { createDynamoAllOrders, withCachedCounts } from './all-orders.ts'
import { createDynamoPurchaseStore } from './purchase-store.ts'

let clock = new Date('2026-01-01T12:00:00Z')
const now = () => clock

let client: Dynamo
let shop: ShopTables

describeOnDynamoDbLocal('DynamoDB orders of all shoppers', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  })
  beforeEach(async () => {
    shop = await makeShopTables(client)
  })

  allOrdersSuite(
    (readMax) => {
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
      // Most orders are in the totals only after the sales aggregator has run, which a store does in the background.
      const addUpSales = () => createSalesAggregator({ ...shop, now }).addUp({ fence: 1 })
      return {
        store,
        products,
        allOrders: { ...allOrders, totalsOf: (days) => addUpSales().then(() => allOrders.totalsOf(days)) },
      }
    },
    (at) => (clock = at),
  )

  it('counts and totals are cached for five seconds, totals by day, and a failed read is not cached', async () => {
    const counting = await connectDynamoDbLocal()
    let requests = 0
    let isDown = true
    counting.middlewareStack.add(
      (next) => async (args) => {
        requests += 1
        if (isDown) throw new Error('unreachable')
        return next(args)
      },
      { step: 'initialize' },
    )
    clock = new Date('2026-01-01T12:00:00Z')
    const allOrders = withCachedCounts(createDynamoAllOrders({ ...shop, client: counting }), now)
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

    const requestsForTotals = async (day: string) => {
      const before = requests
      await allOrders.totalsOf([day])
      return requests - before
    }
    expect(await requestsForTotals('2026-01-01')).toBeGreaterThan(0)
    expect(await requestsForTotals('2026-01-01')).toBe(0)
    expect(await requestsForTotals('2026-01-02')).toBeGreaterThan(0)
    clock = new Date('2026-01-01T12:00:09.999Z')
    expect(await requestsForTotals('2026-01-02')).toBe(0)
    clock = new Date('2026-01-01T12:00:10Z')
    expect(await requestsForTotals('2026-01-02')).toBeGreaterThan(0)
  })
})
