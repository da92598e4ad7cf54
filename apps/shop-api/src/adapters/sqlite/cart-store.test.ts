import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe } from 'vitest'
import { cartStoreSuite } from '../../cart/cart-store.suite.ts'
import { createSqliteCartStore } from './cart-store.ts'
import { openShopDatabase } from './open-shop-database.ts'

let folder: string
let database: ReturnType<typeof openShopDatabase>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-carts-'))
  database = openShopDatabase(folder, () => new Date())
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

describe('SQLite cart store', () => {
  cartStoreSuite(() => {
    const clock = { now: new Date('2026-01-01T00:00:00Z') }
    return { store: createSqliteCartStore(database, () => clock.now), clock }
  })
})
