import type { Database } from '@nashta/sqlite/database'
import type { ProductRecord, ProductStore } from '../../catalogue/product-store.ts'
import {
  type ChangeNumbers,
  createChangeReader,
  createProductCache,
  NO_CHANGES,
  toLatestChange,
} from './product-changes.ts'
import { INSERT_PRODUCT, insertParameters, prepareFind } from './product-rows.ts'
import { createProductWrites } from './product-writes.ts'
import { createPurchasedProducts, type PurchasedProducts } from './purchased-products.ts'

export type SqliteProductStore = ProductStore & PurchasedProducts

export function createSqliteProductStore(database: Database): SqliteProductStore {
  const { prepare, write } = database
  const selectChangeNumbers = prepare<ChangeNumbers>(
    'SELECT lastChange, lastChangeExceptStock FROM catalogue',
  )
  const selectAny = prepare<{ found: 1 }>('SELECT 1 AS found FROM products LIMIT 1')
  const selectSales = prepare<{ products_id: string; units: number }>(
    'SELECT productsId AS products_id, units FROM sales WHERE day = ?',
  )
  const insertOne = prepare(INSERT_PRODUCT)

  const readChangeNumbers = database.cacheUntilCommit(() => selectChangeNumbers.get() ?? NO_CHANGES)
  const insert = (product: ProductRecord) => insertOne.run(insertParameters(product))
  const isEmpty = () => selectAny.get() === undefined
  const find = prepareFind(database)
  const findCached = createProductCache(database, find, readChangeNumbers)
  const { readWhole, changesSince } = createChangeReader(database, readChangeNumbers)

  return {
    async list() {
      return (await readWhole()).map(({ product }) => product)
    },
    async find(id) {
      return findCached(id)
    },
    findCached: (id) => findCached(id) ?? undefined,
    async findMany(productsIds) {
      return [...new Set(productsIds)].flatMap((productsId) => {
        const product = findCached(productsId)
        return product?.products_id === productsId ? [product] : []
      })
    },
    async isEmpty() {
      return isEmpty()
    },
    latestChange: database.cacheUntilCommit(() => toLatestChange(readChangeNumbers())),
    // Every read is current.
    async refresh() {},
    changesSince,
    async soldOn(day) {
      return selectSales.all(day)
    },
    fillIfEmpty(products) {
      return write(() => {
        if (!isEmpty()) return false
        for (const product of products) insert(product)
        return true
      })
    },
    ...createProductWrites({ database, find, insert }),
    ...createPurchasedProducts(database, find),
  }
}
