import { describe } from 'vitest'
import { purchaseStoreSuite } from '../../purchases/purchase-store.suite.ts'
import { createSqliteCartStore } from './cart-store.ts'
import { createSqliteProductStore } from './product-store.ts'
import { createSqlitePurchaseStore } from './purchase-store.ts'
import { shopDatabaseOfEachTest } from './shop-database.fixture.ts'

const now = () => new Date('2026-01-01T12:00:00Z')

const database = shopDatabaseOfEachTest(now)

describe('SQLite purchase store', () => {
  purchaseStoreSuite(() => {
    const outbox: string[] = []
    const carts = createSqliteCartStore(database(), now)
    const products = createSqliteProductStore(database())
    const store = createSqlitePurchaseStore({
      database: database(),
      carts,
      products,
      now,
      queueMail: ({ purchaseId }, kind) => outbox.push(`${kind} ${purchaseId}`),
      addEvents(events) {
        for (const { kind, id } of events) if (kind === 'purchase') outbox.push(id.replace(':', ' '))
      },
    })
    return { store, carts, products, outbox }
  })
})
