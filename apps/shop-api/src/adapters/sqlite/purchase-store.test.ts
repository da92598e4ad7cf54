import { beforeEach, describe, expect, it } from 'vitest'
import { anOrder, barfi, settle } from '../../orders/order/order.fixture.ts'
import { purchaseStoreSuite } from '../../orders/order/purchase-store.suite.ts'
import { createSqliteCartStore } from './cart-store.ts'
import { createSqliteProductStore } from './product-store.ts'
import { createSqlitePurchaseStore } from './purchase-store.ts'
import { shopDatabaseOfEachTest } from './shop-database.fixture.ts'

let clock = Date.parse('2026-01-01T12:00:00Z')
const now = () => new Date(clock)
beforeEach(() => {
  clock = Date.parse('2026-01-01T12:00:00Z')
})

const database = shopDatabaseOfEachTest(now)

const moveClock = (ms: number) => {
  clock += ms
}

function open() {
  const outbox: string[] = []
  const carts = createSqliteCartStore(database(), now)
  const products = createSqliteProductStore(database())
  const store = createSqlitePurchaseStore({
    database: database(),
    carts,
    products,
    now,
    queueMail: ({ purchaseId }, { mail }) => outbox.push(`${mail} ${purchaseId}`),
    addEvents(events) {
      // The id of a purchase event is `purchase:<purchaseId>`.
      for (const { kind, id } of events) if (kind === 'purchase') outbox.push(id.replace(':', ' '))
    },
  })
  return { store, carts, products, outbox, moveClock }
}

describe('SQLite purchase store', () => {
  purchaseStoreSuite(open)

  it('an expired order is removed with its keys, even the hash of an e-mail address', async () => {
    const { store, products } = open()
    await products.fillIfEmpty([barfi])
    const order = anOrder()
    await store.begin({
      attempt: { userId: order.userId, key: 'key', fingerprint: 'two barfis' },
      unpaidLimits: [{ buyerKey: 'guest:hash', unpaidMax: 9, unitsMax: null }],
      lastingBuyerKeys: ['email:hash'],
      productIds: ['barfi'],
      draft: () => ({ order, effects: [] }),
    })
    const keys = database().prepare<{ key: string }>('SELECT key FROM ordersByKey')
    expect(keys.all()).toEqual([{ key: 'email:hash' }, { key: 'guest:hash' }])

    expect(await settle(store, order.purchaseId, { kind: 'expired' })).toBeNull()
    expect(keys.all()).toEqual([])
  })
})
