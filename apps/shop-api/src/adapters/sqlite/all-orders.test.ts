import type { Database } from '@nashta/sqlite/database'
import { describe, expect, it } from 'vitest'
import { allOrdersSuite } from '../../purchases/desk/all-orders.suite.ts'
import { anOrder } from '../../purchases/order.fixture.ts'
import { createSqliteAllOrders } from './all-orders.ts'
import { createSqliteCartStore } from './cart-store.ts'
import { createOrderRows } from './order-rows.ts'
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

it('no term of an erased shopper is left, even of a word that is cut inside an emoji', async () => {
  const orders = createOrderRows(database())
  const { shippingAddress } = anOrder()
  // A term has at most 40 characters of a word, and an emoji has two.
  const order = anOrder({ shippingAddress: { ...shippingAddress, fullName: `${'a'.repeat(39)}😀` } })
  const attempt = { attemptUserId: order.userId, attemptKey: null, fingerprint: '', cartVersionBefore: null }
  const personTerms = database().prepare<{ term: string }>(
    "SELECT term FROM orderTerms WHERE term LIKE 'word:%' OR term LIKE 'phone:%' OR term LIKE 'email:%'",
  )
  await database().write(() => orders.add(order, attempt))
  expect(personTerms.all().length).toBeGreaterThan(1)
  await database().write(() => orders.erase(order, { ...order, userId: 'erased', email: null }))
  expect(personTerms.all()).toEqual([])
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
