import { oncePerTurn } from '@nashta/service-kit/responses/once-per-turn'
import type { Database } from '@nashta/sqlite/database'
import type { ProductRecord, ProductStore } from '../../catalogue/product-store.ts'
import { type Counters, createChangeReader } from './product-store-changes.ts'
import { createRecall } from './product-store-recall.ts'
import { prepareFind, PRODUCT_COLUMNS, toRecord, toRow } from './product-store-rows.ts'
import { createProductsWithin, type ProductsWithin } from './product-store-within.ts'
import { createProductWrites } from './product-store-writes.ts'

export type SqliteProductStore = ProductStore & ProductsWithin

export function createSqliteProductStore(database: Database): SqliteProductStore {
  const { connection, write } = database
  const selectOne = prepareFind(connection, PRODUCT_COLUMNS)
  const selectCounters = connection.prepare('SELECT version, revision FROM catalogue')
  const selectAny = connection.prepare('SELECT 1 FROM products LIMIT 1')
  const selectSales = connection.prepare('SELECT productsId AS products_id, units FROM sales WHERE day = ?')
  const insertOne = connection.prepare(`
    INSERT INTO products (productsId, id, name, description, pricePaise, imageUrl, images, imageKeys, category,
      createdAt, updatedAt, stock)
    VALUES (@productsId, @id, @name, @description, @pricePaise, @imageUrl, @images, @imageKeys, @category,
      @createdAt, @updatedAt, @stock)
  `)

  const counters = oncePerTurn(() => selectCounters.get() as Counters)
  const insert = (product: ProductRecord) => insertOne.run(toRow(product))
  const isEmpty = () => selectAny.get() === undefined
  const find = (id: string) => {
    const row = selectOne(id)
    return row ? toRecord(row) : null
  }
  const recall = createRecall(find, () => counters().revision)
  const { readWhole, changesSince } = createChangeReader(connection, counters)
  const writes = createProductWrites({ database, find, insert })

  /** What this process has written is what it sees next. */
  async function seen<T>(written: Promise<T>): Promise<T> {
    const result = await written
    counters.forget()
    return result
  }

  return {
    async list() {
      return (await readWhole()).map(({ product }) => product)
    },
    async find(id) {
      return recall(id)
    },
    async findMany(productsIds) {
      return [...new Set(productsIds)].flatMap((productsId) => {
        const product = recall(productsId)
        return product?.products_id === productsId ? [product] : []
      })
    },
    async isEmpty() {
      return isEmpty()
    },
    version() {
      return String(counters().version)
    },
    revision() {
      return String(counters().revision)
    },
    changesSince,
    async soldOn(day) {
      return selectSales.all(day) as { products_id: string; units: number }[]
    },
    fillIfEmpty(products) {
      const fill = () => {
        if (!isEmpty()) return false
        for (const product of products) insert(product)
        return true
      }
      return seen(write(fill))
    },
    create: (product, mark) => seen(writes.create(product, mark)),
    update: (id, change, mark, ifVersion) => seen(writes.update(id, change, mark, ifVersion)),
    remove: (id, mark) => seen(writes.remove(id, mark)),
    audit: writes.audit,
    ...createProductsWithin(database),
  }
}
