import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { productStoreSuite } from '../../catalogue/product-store.suite.ts'
import { aProduct } from '../../catalogue/product.fixture.ts'
import { shopMigrations } from './migrations.ts'
import { createSqliteProductStore } from './product-store.ts'

let folder: string
let database: Database
const open = () =>
  openDatabase({ path: join(folder, 'shop.sqlite'), migrations: shopMigrations, now: () => new Date() })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-products-'))
  database = open()
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

describe('SQLite product store', () => {
  productStoreSuite(() => createSqliteProductStore(database))

  it('sees a change that another process made', async () => {
    const store = createSqliteProductStore(database)
    const before = await store.version()
    const other = open()
    await createSqliteProductStore(other).fillIfEmpty([aProduct()])
    await other.close()

    expect(await store.version()).not.toBe(before)
    expect(await store.list()).toHaveLength(1)
  })
})
