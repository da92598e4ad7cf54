import { randomUUID } from 'node:crypto'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { writeItems } from '@nashta/dynamodb/write-item'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { aProduct } from '../../../catalogue/product.fixture.ts'
import { confirmCashOrder } from '../../../orders/events/rules/confirm.ts'
import { aCashOrder } from '../../../orders/order/order.fixture.ts'
import { newPurchaseId } from '../../../orders/order/purchase-id.ts'
import { type AllOrdersSetup, allOrdersSuite } from '../../../orders/search/all-orders.suite.ts'
import { createDynamoProductStore } from '../catalogue/product-store.ts'
import { createSalesAggregator } from '../catalogue/sales-aggregator.ts'
import { createMutex } from '../mutex.ts'
import { makeShopTables } from '../shop-tables.fixture.ts'
import type { ShopTables } from '../tables.ts'
import { createDynamoAllOrders } from './all-orders.ts'
import { withCachedCounts } from './cached-counts.ts'
import { ownerKey } from './order-items.ts'
import { createDynamoPurchaseStore } from './purchase-store.ts'

let clock = new Date('2026-01-01T12:00:00Z')
const now = () => clock
const setTime = (at: Date) => {
  clock = at
}

let client: Dynamo
let shop: ShopTables

/** Ids whose numbers begin with `ZZ`. They end with the same character, so they are in one shard. */
const idOf = (count: number) => `01JGAAAAAAAAAAAAAAZZ${String(count).padStart(5, '0')}A`

function openStores(readMax?: number): AllOrdersSetup {
  const products = createDynamoProductStore({ ...shop, now, newId: randomUUID })
  const store = createDynamoPurchaseStore({
    ...shop,
    products,
    mutex: createMutex(),
    now,
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

  it('an order that is stored just after midnight is listed on the day before', async () => {
    // Midnight in India.
    setTime(new Date('2026-01-01T18:30:00Z'))
    const { products, store, allOrders } = openStores()
    const placedAt = new Date('2026-01-01T18:29:59Z')
    const order = aCashOrder({
      purchaseId: newPurchaseId(placedAt, (count) => new Uint8Array(count)),
      purchaseDate: placedAt.toISOString(),
    })
    await products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 9 })])
    await store.begin({
      attempt: { userId: order.userId, key: 'key', fingerprint: 'f' },
      productIds: ['barfi'],
      draft: () => confirmCashOrder(order, { at: placedAt, calendar: {} }),
    })
    const { orders } = await allOrders.list({}, { limit: 5 })
    expect(orders.map(({ purchaseId }) => purchaseId)).toEqual([order.purchaseId])
  })

  it('an order is found by the start of its number although refused orders and many others have it too', async () => {
    setTime(new Date('2026-01-01T12:00:00Z'))
    const { products, store, allOrders } = openStores()
    const order = aCashOrder({ purchaseId: idOf(0), purchaseDate: clock.toISOString() })
    await products.fillIfEmpty([aProduct({ products_id: 'barfi', stock: 9 })])
    await store.begin({
      attempt: { userId: order.userId, key: 'key', fingerprint: 'f' },
      productIds: ['barfi'],
      draft: () => confirmCashOrder(order, { at: clock, calendar: {} }),
    })
    // A search looks up at most 100 numbers of a shard.
    const others = Array.from({ length: 100 }, (_, index) => ({
      ...ownerKey(idOf(1 + index)),
      userId: 'ravi',
    }))
    const refused = { ...ownerKey(idOf(101)), refused: true }
    await writeItems(
      client,
      shop.tables.purchases,
      [...others, refused].map((put) => ({ put })),
    )
    const { orders } = await allOrders.list({ search: 'zz' }, { limit: 5 })
    expect(orders.map(({ purchaseId }) => purchaseId)).toEqual([idOf(0)])
  })

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
