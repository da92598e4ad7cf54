import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asPaise } from '@nashta/contracts/money'
import { createSqliteDocuments } from '@nashta/documents/sqlite-documents'
import { type Database, openDatabase } from '@nashta/sqlite/database'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AN_ORDER, AUTHORSHIP } from '../../catalogue/product-store.fixture.ts'
import { productStoreSuite } from '../../catalogue/product-store.suite.ts'
import { aProduct } from '../../catalogue/product.fixture.ts'
import { createOperatorLog } from '../../operator-log/operator-log.ts'
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
  productStoreSuite(() => {
    const products = createSqliteProductStore(database)
    return {
      products,
      log: createOperatorLog(createSqliteDocuments({ database, now: () => new Date(0) })),
      takeStock: (productsId, quantity) =>
        database.write(() => products.takeStock(productsId, quantity, AN_ORDER).taken),
      recordSale: (productsId, units, at) =>
        database.write(() => products.changeSales([{ productId: productsId, quantity: units }], at)),
    }
  })

  it('a change and its log entry are stored together or not at all', async () => {
    const store = createSqliteProductStore(database)
    await store.fillIfEmpty([aProduct()])
    database.connection.exec(`
      CREATE TRIGGER refuse BEFORE INSERT ON documents BEGIN SELECT RAISE(ABORT, 'no log'); END
    `)

    await expect(store.create(aProduct({ products_id: 'new' }), AUTHORSHIP)).rejects.toThrow('no log')
    await expect(store.update('motichoor-laddoo', { name: 'x' }, AUTHORSHIP)).rejects.toThrow('no log')
    await expect(store.remove('motichoor-laddoo', AUTHORSHIP)).rejects.toThrow('no log')
    expect(await store.list()).toEqual([aProduct()])
  })

  it('a stock change that is made by plain SQL is among the changes', async () => {
    const store = createSqliteProductStore(database)
    await store.fillIfEmpty([aProduct({ stock: 5 })])
    const { latest } = await store.changesSince(null)
    await database.write(() => database.connection.exec('UPDATE products SET stock = stock - 1'))

    const changes = await store.changesSince(latest.any)
    expect(changes.latest.exceptStock).toBe(latest.exceptStock)
    const changed = await Array.fromAsync(changes.products)
    expect(changed.map(({ product }) => product.stock)).toEqual([4])
  })
})

describe('products in the transaction of a purchase', () => {
  it('published products are found by either id, and `countedIds` include drafts', async () => {
    const store = createSqliteProductStore(database)
    await store.fillIfEmpty([
      aProduct({ id: '42', stock: 3 }),
      aProduct({ products_id: 'unlimited', packLabel: '500 g' }),
      aProduct({ products_id: 'draft', published: false, stock: 1 }),
    ])

    const read = store.readPurchasedProducts(['42', 'nope', 'motichoor-laddoo', 'unlimited', 'draft'])
    expect(read.countedIds).toEqual(new Set(['motichoor-laddoo', 'draft']))
    const { products_id, name, imageUrl, category, pricePaise } = aProduct()
    const product = { products_id, name, imageUrl, category, pricePaise }
    expect(read.publishedProducts).toEqual(
      new Map<string, object>([
        ['42', product],
        ['motichoor-laddoo', product],
        ['unlimited', { ...product, products_id: 'unlimited', packLabel: '500 g' }],
      ]),
    )
  })

  it('a price that was rolled back is not read, although another change gets its number', async () => {
    const store = createSqliteProductStore(database)
    await store.fillIfEmpty([aProduct()])
    const setPrice = database.prepare('UPDATE products SET pricePaise = ?')
    const readPrice = () =>
      store.readPurchasedProducts(['motichoor-laddoo']).publishedProducts.get('motichoor-laddoo')?.pricePaise
    const failing = database.write(() => {
      setPrice.run(100)
      expect(readPrice()).toBe(100)
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    await database.write(() => setPrice.run(200))
    expect(await database.write(readPrice)).toBe(200)
  })

  it('a price that was set in the same transaction or by another process is read', async () => {
    const store = createSqliteProductStore(database)
    await store.fillIfEmpty([aProduct()])
    const readPrice = () =>
      database.write(() => {
        const { publishedProducts } = store.readPurchasedProducts(['motichoor-laddoo'])
        return publishedProducts.get('motichoor-laddoo')?.pricePaise
      })
    const before = await readPrice()
    // These two writes share a transaction.
    const [, priceInTransaction] = await Promise.all([
      store.update('motichoor-laddoo', { pricePaise: asPaise(100) }, AUTHORSHIP),
      readPrice(),
    ])
    expect([before, priceInTransaction, await readPrice()]).toEqual([aProduct().pricePaise, 100, 100])

    const otherProcess = open()
    await createSqliteProductStore(otherProcess).update(
      'motichoor-laddoo',
      { pricePaise: asPaise(200) },
      AUTHORSHIP,
    )
    await otherProcess.close()
    expect(await readPrice()).toBe(200)
  })

  it('a price whose change was rolled back is never read', async () => {
    const store = createSqliteProductStore(database)
    await store.fillIfEmpty([aProduct()])
    const readPrice = () =>
      database.write(() => {
        const { publishedProducts } = store.readPurchasedProducts(['motichoor-laddoo'])
        return publishedProducts.get('motichoor-laddoo')?.pricePaise
      })
    const realExec = database.connection.exec.bind(database.connection)
    const exec = vi.spyOn(database.connection, 'exec').mockImplementation((sql) => {
      if (sql === 'COMMIT') throw new Error('the disk is full')
      realExec(sql)
    })
    const results = await Promise.allSettled([
      store.update('motichoor-laddoo', { pricePaise: asPaise(100) }, AUTHORSHIP),
      readPrice(),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    exec.mockRestore()

    // This change gets the same change number as the one that was rolled back. A cache that trusts
    // the number would still return the price 100.
    await store.update('motichoor-laddoo', { pricePaise: asPaise(200) }, AUTHORSHIP)
    expect(await readPrice()).toBe(200)
  })

  it('a purchase takes the whole quantity, or nothing when too few units are available', async () => {
    const store = createSqliteProductStore(database)
    await store.fillIfEmpty([
      aProduct({ products_id: 'a', stock: 3 }),
      aProduct({ products_id: 'unlimited' }),
    ])
    const take = (id: string, quantity: number) =>
      database.write(() => store.takeStock(id, quantity, AN_ORDER))

    expect(await take('a', 4)).toEqual({ taken: false, available: 3 })
    expect(await take('a', 3)).toEqual({ taken: true })
    expect(await take('a', 1)).toEqual({ taken: false, available: 0 })
    expect(await take('unlimited', 999)).toEqual({ taken: true })
    expect(await take('nope', 1)).toEqual({ taken: false, available: 0 })
  })

  it('returned units are added to a counted stock only', async () => {
    const store = createSqliteProductStore(database)
    await store.fillIfEmpty([
      aProduct({ products_id: 'a', stock: 3 }),
      aProduct({ products_id: 'unlimited' }),
    ])
    const before = store.latestChange()
    await database.write(() => {
      for (const id of ['unlimited', 'nope']) store.returnStock(id, 2, AN_ORDER)
    })
    expect(store.latestChange()).toEqual(before)
    await database.write(() => store.returnStock('a', 2, AN_ORDER))

    expect(await store.find('a')).toMatchObject({ stock: 5 })
    expect(await store.find('unlimited')).not.toHaveProperty('stock')
  })

  it('a failed purchase changes no product', async () => {
    const store = createSqliteProductStore(database)
    await store.fillIfEmpty([aProduct({ products_id: 'a', stock: 3 })])
    const before = store.latestChange()
    const failing = database.write(() => {
      store.takeStock('a', 1, AN_ORDER)
      store.changeSales([{ productId: 'a', quantity: 1 }], new Date('2026-01-01T12:00:00Z'))
      throw new Error('payment refused')
    })

    await expect(failing).rejects.toThrow('payment refused')
    expect(await store.find('a')).toMatchObject({ stock: 3 })
    expect(await store.soldOn('2026-01-01')).toEqual([])
    expect(store.latestChange()).toEqual(before)
  })
})
