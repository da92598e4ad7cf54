import type { Database } from '@nashta/sqlite/database'
import { describe, expect, it } from 'vitest'
import { allOrdersSuite } from '../../purchases/desk/all-orders.suite.ts'
import { createSqliteAllOrders } from './all-orders.ts'
import { createSqliteCartStore } from './cart-store.ts'
import { createSqliteProductStore } from './product-store.ts'
import { createSqlitePurchaseStore } from './purchase-store.ts'
import { shopDatabaseOfEachTest } from './shop-database.fixture.ts'

let clock = new Date('2026-01-01T12:00:00Z')
const now = () => clock

const database = shopDatabaseOfEachTest(now)

describe('SQLite orders of all shoppers', () => {
  allOrdersSuite(
    (readMax) => {
      const products = createSqliteProductStore(database())
      const store = createSqlitePurchaseStore({
        database: database(),
        carts: createSqliteCartStore(database(), now),
        products,
        now,
        queueMail() {},
      })
      return { store, products, allOrders: createSqliteAllOrders(database(), readMax) }
    },
    (at) => (clock = at),
  )
})

it('every list reads an index in its order, without sorting and without reading other orders', async () => {
  const explained: string[] = []
  const prepare: Database['prepare'] = (sql) => {
    // A search by prefix may select candidates by their ids, which are few: that query need not read an index in
    // order.
    const isCandidateQuery = sql.includes('AS matches') && !sql.includes('@ids')
    const plan =
      isCandidateQuery || sql.includes('@prefix')
        ? database().prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all({})
        : []
    explained.push(plan.map(({ detail }) => detail).join('; '))
    return database().prepare(sql)
  }
  const allOrders = createSqliteAllOrders({ ...database(), prepare })
  const filters = [
    {},
    { work: 'pack' },
    { payment: 'paid' },
    { orderStatus: 'CANCELLED' },
    { method: 'cod' },
    { state: 'Goa' },
    { search: 'asha rao' },
    { isNewestOfShopper: true },
    { search: 'asha', work: 'pack', method: 'upi' },
  ] as const
  for (const filter of filters) await allOrders.list(filter, { limit: 50 })
  const plans = explained.filter((plan) => plan !== '')
  expect(plans).toHaveLength(1 + filters.length)
  for (const plan of plans) expect(plan).not.toMatch(/SCAN|TEMP B-TREE/)
  expect(plans[0]).toBe('SEARCH orderTerms USING PRIMARY KEY (term>? AND term<?)')
  expect(plans[2]).toMatch(
    /^SEARCH candidate USING COVERING INDEX ordersByWork \(work=\? AND purchaseId>\? AND purchaseId<\?\)/,
  )
})
