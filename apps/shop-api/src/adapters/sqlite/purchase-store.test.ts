import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe } from 'vitest'
import { orderStockSuite } from '../../purchases/order-stock.suite.ts'
import { purchaseAttemptsSuite } from '../../purchases/purchase-attempts.suite.ts'
import { purchaseStoreSuite } from '../../purchases/purchase-store.suite.ts'
import { createSqliteCartStore } from './cart-store.ts'
import { openShopDatabase } from './open-shop-database.ts'
import { createSqliteProductStore } from './product-store.ts'
import { createSqlitePurchaseStore } from './purchase-store.ts'

const now = () => new Date('2026-01-01T12:00:00Z')

let folder: string
let database: ReturnType<typeof openShopDatabase>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-purchases-'))
  database = openShopDatabase(folder, now)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

function open() {
  const outbox: string[] = []
  const carts = createSqliteCartStore(database, now)
  const products = createSqliteProductStore(database)
  const store = createSqlitePurchaseStore({
    database,
    carts,
    products,
    now,
    queueMail: ({ purchaseId }, kind) => outbox.push(`${kind} ${purchaseId}`),
    publishPurchase: ({ purchaseId }) => outbox.push(`purchase ${purchaseId}`),
  })
  return { store, carts, products, outbox }
}

describe('SQLite purchase store: orders', () => purchaseStoreSuite(open))
describe('SQLite purchase store: attempts', () => purchaseAttemptsSuite(open))
describe('SQLite purchase store: stock', () => orderStockSuite(open))
