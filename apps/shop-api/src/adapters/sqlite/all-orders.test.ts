import type { Database } from '@nashta/sqlite/database'
import { describe, expect, it } from 'vitest'
import { anOrder } from '../../orders/order/order.fixture.ts'
import { allOrdersSuite } from '../../orders/search/all-orders.suite.ts'
import { createSqliteAllOrders } from './all-orders.ts'
import { createSqliteCartStore } from './cart-store.ts'
import { createOrderRows } from './order-rows.ts'
import { createSqliteProductStore } from './product-store.ts'
import { createSqlitePurchaseStore } from './purchase-store.ts'
import { shopDatabaseOfEachTest } from './shop-database.fixture.ts'

let time = new Date('2026-01-01T12:00:00Z')
const now = () => time
const setTime = (at: Date) => {
  time = at
}

const database = shopDatabaseOfEachTest(now)

describe('SQLite orders of all shoppers', () => {
  allOrdersSuite((readMax) => {
    const products = createSqliteProductStore(database())
    const store = createSqlitePurchaseStore({
      database: database(),
      carts: createSqliteCartStore(database(), now),
      products,
      now,
      queueMail() {},
    })
    return { store, products, allOrders: createSqliteAllOrders(database(), readMax) }
  }, setTime)
})

it('an erased order leaves no search term, not even one that is cut inside an emoji', async () => {
  const orders = createOrderRows(database())
  const { shippingAddress } = anOrder()
  // A term has the first 40 UTF-16 code units of a word. The 40th is the first half of the emoji.
  const order = anOrder({ shippingAddress: { ...shippingAddress, fullName: `${'a'.repeat(39)}😀` } })
  const attempt = {
    attemptUserId: order.userId,
    attemptKey: null,
    fingerprint: '',
    cartVersionBefore: null,
    cartVersionAfter: null,
  }
  const personTerms = database().prepare<{ term: string }>(
    "SELECT term FROM orderTerms WHERE term LIKE 'word:%' OR term LIKE 'phone:%' OR term LIKE 'email:%'",
  )
  await database().write(() => orders.add(order, attempt))
  expect(personTerms.all()).not.toEqual([])
  await database().write(() => orders.erase(order, { ...order, userId: 'erased', email: null }))
  expect(personTerms.all()).toEqual([])
})

function explain(sql: string) {
  const plan = database().prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all({})
  return plan.map(({ detail }) => detail).join('; ')
}

it('every list is read from an index, without sorting or reading other orders', async () => {
  const prefixPlans: string[] = []
  /** The plan of each filter's list, in the order of `filters`. */
  const listPlans: string[] = []
  const prepare: Database['prepare'] = (sql) => {
    if (sql.includes('@prefix')) prefixPlans.push(explain(sql))
    // Only statements of lists have a column `matches`.
    const isList = sql.includes('AS matches')
    // A search by prefix may sort: it reads only a few orders, by their ids.
    const isSearchByPrefix = sql.includes('@ids')
    if (isList && !isSearchByPrefix) listPlans.push(explain(sql))
    return database().prepare(sql)
  }
  const allOrders = createSqliteAllOrders({ ...database(), prepare })
  const byWork = { work: 'pack' } as const
  const filters = [
    {},
    byWork,
    { payment: 'paid' },
    { orderStatus: 'CANCELLED' },
    { method: 'cod' },
    { state: 'Goa' },
    { search: 'asha rao' },
    { isNewestOfShopper: true },
    { search: 'asha', work: 'pack', method: 'upi' },
  ] as const
  for (const filter of filters) await allOrders.list(filter, { limit: 50 })
  expect(prefixPlans).not.toHaveLength(0)
  for (const plan of prefixPlans) expect(plan).toBe('SEARCH orderTerms USING PRIMARY KEY (term>? AND term<?)')
  expect(listPlans).toHaveLength(filters.length)
  for (const plan of listPlans) expect(plan).not.toMatch(/SCAN|TEMP B-TREE/)
  expect(listPlans[filters.indexOf(byWork)]).toMatch(
    /^SEARCH orders USING COVERING INDEX ordersByWork \(work=\? AND purchaseId>\? AND purchaseId<\?\)/,
  )
})

it('the oldest orders to pack are read from an index, without sorting', () => {
  const plans: string[] = []
  const prepare: Database['prepare'] = (sql) => {
    if (sql.includes("work = 'pack'")) plans.push(explain(sql))
    return database().prepare(sql)
  }
  createSqliteAllOrders({ ...database(), prepare })
  expect(plans).toEqual(['SEARCH orders USING COVERING INDEX ordersByWork (work=?)'])
})
