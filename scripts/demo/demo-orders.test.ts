import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import { asPaise } from '@nashta/contracts/money'
import { createSqliteDocuments } from '@nashta/documents/sqlite-documents'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSqliteAllOrders } from '../../apps/shop-api/src/adapters/sqlite/all-orders.ts'
import { createSqliteCartStore } from '../../apps/shop-api/src/adapters/sqlite/cart-store.ts'
import { openShopDatabase } from '../../apps/shop-api/src/adapters/sqlite/open-shop-database.ts'
import { createSqliteProductStore } from '../../apps/shop-api/src/adapters/sqlite/product-store.ts'
import { createSqlitePurchaseStore } from '../../apps/shop-api/src/adapters/sqlite/purchase-store.ts'
import { createBillStore } from '../../apps/shop-api/src/bills/bill-store.ts'
import { aProduct } from '../../apps/shop-api/src/catalogue/product.fixture.ts'
import { createShelfStore } from '../../apps/shop-api/src/catalogue/shelves/shelf-store.ts'
import { NO_CONNECTIONS } from '../../apps/shop-api/src/connections/connection-store.ts'
import { loadPincodeTable } from '../../apps/shop-api/src/delivery/pincode-table.ts'
import { createOfferStore } from '../../apps/shop-api/src/offers/offer-store.ts'
import { createWrongCodes } from '../../apps/shop-api/src/offers/wrong-codes.ts'
import { createOperatorLog } from '../../apps/shop-api/src/operator-log/operator-log.ts'
import { DEMO_SHOP } from '../../apps/shop-api/src/shop/demo-shop.ts'
import { createShopStore } from '../../apps/shop-api/src/shop/shop-store.ts'
import { createTicketStore } from '../../apps/shop-api/src/tickets/ticket-store.ts'
import { addDemoOrders } from './demo-orders.ts'
import { CITIES } from './demo-people.ts'

const NOW = new Date('2026-01-31T09:00:00Z')
/** Enough orders for every status, and few enough for one page of the list. */
const ORDER_COUNT = 120
const STOCK = 2000
const PRODUCT_IDS = ['laddoo', 'barfi', 'chakli', 'sev']

let folder: string
let database: ReturnType<typeof openShopDatabase>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-demo-'))
  database = openShopDatabase(folder, () => NOW)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

async function addOrders(count: number, { at = NOW, random = seededRandom() } = {}) {
  const clock = { now: at }
  const now = () => clock.now
  const products = createSqliteProductStore(database)
  await products.fillIfEmpty(PRODUCT_IDS.map((products_id) => aProduct({ products_id, stock: STOCK })))
  const carts = createSqliteCartStore(database, now)
  const purchases = createSqlitePurchaseStore({
    database,
    carts,
    products,
    now,
    queueMail() {},
  })
  const placed = await addDemoOrders(
    {
      purchases,
      products,
      bills: createBillStore({ documents: createSqliteDocuments({ database, now }), now }),
      offers: createOfferStore({ documents: createSqliteDocuments({ database, now }), now }),
      shelves: createShelfStore({ documents: createSqliteDocuments({ database, now }), now }),
      wrongCodes: createWrongCodes({ scale: 1, now }),
      isCashRefused: async () => false,
      tickets: createTicketStore(createSqliteDocuments({ database, now })),
      shop: createShopStore({ documents: createSqliteDocuments({ database, now }), now }),
      pincodes: loadPincodeTable(),
      publicUrl: 'http://localhost',
      connections: { current: () => NO_CONNECTIONS },
      orderLimits: { quantityMax: 50, codMaxPaise: asPaise(5_000_000), openUnitsMax: 0 },
      clock,
      random,
      reportError(error) {
        throw error
      },
    },
    count,
  )
  return { placed, products }
}

function seededRandom() {
  const random = createRandom(7)
  return () => random.below(2 ** 32) / 2 ** 32
}

it('demo orders have every status and match the stock, and their times are sorted', async () => {
  const { placed, products } = await addOrders(ORDER_COUNT)
  expect(placed).toBe(ORDER_COUNT)
  const allOrders = createSqliteAllOrders(database)
  const { orders, next } = await allOrders.list({}, { limit: 200 })
  expect([orders.length, next]).toEqual([ORDER_COUNT, null])
  const statuses = new Set(orders.map(({ orderStatus }) => orderStatus))
  const everyStatus = ['CANCELLED', 'CONFIRMED', 'DELIVERED', 'PROCESSING', 'SHIPPED']
  expect([...statuses].toSorted()).toEqual(everyStatus)
  const counts = await allOrders.countByWork()
  expect(counts.pack).toBeGreaterThan(0)
  expect(counts.confirm).toBeGreaterThan(0)
  expect(counts.problem).toBe(0)

  const taken = orders.flatMap((order) => order.taken).reduce((sum, { quantity }) => sum + quantity, 0)
  const left = (await products.list()).reduce((sum, { stock = 0 }) => sum + stock, 0)
  expect(left).toBe(PRODUCT_IDS.length * STOCK - taken)
  for (const { timeline } of orders) {
    const times = timeline.map(({ at }) => at)
    expect(times).toEqual(times.toSorted())
    const last = times.at(-1) ?? ''
    expect(last <= NOW.toISOString()).toBe(true)
  }
  const log = (
    await createOperatorLog(createSqliteDocuments({ database, now: () => NOW })).list({}, { limit: 10_000 })
  ).toReversed()
  const loggedTimes = log.map(({ at }) => at)
  expect(loggedTimes.length).toBeGreaterThan(0)
  expect(loggedTimes).toEqual(loggedTimes.toSorted())
})

it('first cash orders that the shop wants to have confirmed stay as they are', async () => {
  const documents = createSqliteDocuments({ database, now: () => NOW })
  await createShopStore({ documents, now: () => NOW }).update(
    { ...DEMO_SHOP, confirmFirstCashOrders: true },
    { by: { sub: 'boss', username: 'boss', email: null }, at: NOW.toISOString() },
  )
  await addOrders(ORDER_COUNT)
  const { orders } = await createSqliteAllOrders(database).list({}, { limit: 200 })
  const unconfirmed = orders.filter(({ payment }) => payment.state === 'unconfirmed')
  expect(unconfirmed.length).toBeGreaterThan(0)
  expect(new Set(unconfirmed.map(({ orderStatus }) => orderStatus))).toEqual(new Set(['PROCESSING']))
  expect(orders.some(({ orderStatus }) => orderStatus === 'DELIVERED')).toBe(true)
})

it('the same random numbers give the same orders', async () => {
  await addOrders(8)
  const { orders } = await createSqliteAllOrders(database).list({}, { limit: 200 })
  await database.close()
  const another = mkdtempSync(join(folder, 'again-'))
  database = openShopDatabase(another, () => NOW)
  await addOrders(8)
  expect((await createSqliteAllOrders(database).list({}, { limit: 200 })).orders).toEqual(orders)
})

it('a demo order can fall on the current day in India, although it is the day before in UTC', async () => {
  // The least random numbers choose the first hour of today.
  await addOrders(1, { at: new Date('2026-01-31T20:00:00Z'), random: () => 0 })
  const { orders } = await createSqliteAllOrders(database).list({}, { limit: 200 })
  expect(orders.map(({ purchaseDate }) => purchaseDate)).toEqual(['2026-01-31T18:30:00.000Z'])
})

it('the pincodes of demo shoppers exist', () => {
  const { placesOf } = loadPincodeTable()
  expect(CITIES.filter(({ pincode }) => placesOf(pincode).length === 0)).toEqual([])
})
