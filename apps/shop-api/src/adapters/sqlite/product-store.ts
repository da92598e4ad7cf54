import type { Database } from '@nashta/sqlite/database'
import { LRUCache } from 'lru-cache'
import type {
  CatalogueChanges,
  LatestChange,
  PositionedProduct,
  ProductRecord,
  ProductStore,
} from '../../catalogue/product-store.ts'
import { isPublished } from '../../catalogue/product.ts'
import { firstEntry } from '../../catalogue/stock/stock-entry.ts'
import {
  INSERT_PRODUCT,
  insertParameters,
  prepareFind,
  type ProductRow,
  SELECT_PRODUCTS,
  toPositionedProduct,
} from './product-rows.ts'
import { createProductWrites } from './product-writes.ts'
import { createPurchasedProducts, type PurchasedProducts } from './purchased-products.ts'
import { prepareAddStockEntry, prepareStockEntryPages } from './stock-entries.ts'

/** A large catalogue is read in slices, so that other requests are served in between. */
const SLICE_ROWS = 500

const CACHED_PRODUCTS_MAX = 10_000

/** The one row of the table `catalogue`, which product-tables.ts explains. */
type ChangeNumbers = { lastChange: number; lastChangeExceptStock: number }

const NO_CHANGES: ChangeNumbers = { lastChange: 0, lastChangeExceptStock: 0 }

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
  const selectFamily = prepare<ProductRow>(
    `${SELECT_PRODUCTS} WHERE family = ?1 UNION ALL ${SELECT_PRODUCTS} WHERE productsId = ?1 AND family IS NULL`,
  )
  const insertOne = prepare(INSERT_PRODUCT)

  const readChangeNumbers = database.cacheUntilCommit(() => selectChangeNumbers.get() ?? NO_CHANGES)
  const insert = (product: ProductRecord) => insertOne.run(insertParameters(product))
  const addStockEntry = prepareAddStockEntry(database)
  const stockEntryPage = prepareStockEntryPages(database)
  const isEmpty = () => selectAny.get() === undefined
  const findWithDrafts = prepareFind(database)
  const findPublished = (id: string) => {
    const product = findWithDrafts(id)
    return product && isPublished(product) ? product : null
  }
  const findThroughCache = createProductCache(database, findPublished, readChangeNumbers)
  const { readAll, readSlices, changesSince } = createChangeReader(database, readChangeNumbers)

  return {
    async list() {
      return (await readAll()).map(({ product }) => product).filter(isPublished)
    },
    async listWithDrafts() {
      return (await readAll()).map(({ product }) => product)
    },
    async *readAll() {
      for await (const slice of readSlices()) for (const { product } of slice) yield product
    },
    async find(id) {
      return findThroughCache(id)
    },
    async findWithDrafts(id) {
      return findWithDrafts(id)
    },
    // This also returns products that are not cached yet: SQLite reads them synchronously.
    findCached: (id) => findThroughCache(id) ?? undefined,
    async findMany(productsIds) {
      const found: ProductRecord[] = []
      for (const productsId of new Set(productsIds)) {
        // `findThroughCache` also finds a product by its `id`, which does not count here.
        const product = findThroughCache(productsId)
        if (product?.products_id === productsId) found.push(product)
      }
      return found
    },
    async listFamily(family) {
      return selectFamily.all(family).map((row) => toPositionedProduct(row).product)
    },
    async isEmpty() {
      return isEmpty()
    },
    latestChange: database.cacheUntilCommit(() => toLatestChange(readChangeNumbers())),
    // There is nothing to wait for, because every read sees the latest commit.
    async refresh() {},
    changesSince,
    async stockHistory(productsId, { limit, before }) {
      const page = stockEntryPage(productsId, limit, before)
      return { stock: findWithDrafts(productsId)?.stock, ...page }
    },
    async soldOn(day) {
      return selectSales.all(day)
    },
    fillIfEmpty(products) {
      return write(() => {
        if (!isEmpty()) return false
        for (const product of products) {
          insert(product)
          const entry = firstEntry(product)
          if (entry) addStockEntry(product.products_id, entry)
        }
        return true
      })
    },
    ...createProductWrites({ database, find: findWithDrafts, insert, addStockEntry }),
    ...createPurchasedProducts(database),
  }
}

function toLatestChange({ lastChange, lastChangeExceptStock }: ChangeNumbers): LatestChange {
  return { any: String(lastChange), exceptStock: String(lastChangeExceptStock) }
}

function createChangeReader({ prepare }: Database, readChangeNumbers: () => ChangeNumbers) {
  const selectSlice = prepare<ProductRow>(
    `${SELECT_PRODUCTS} WHERE position > ? ORDER BY position LIMIT ${SLICE_ROWS}`,
  )
  const selectChanged = prepare<ProductRow>(`${SELECT_PRODUCTS} WHERE changeNumber > ?`)
  const selectRemoved = prepare<{ productsId: string }>(
    'SELECT productsId FROM removedProducts WHERE changeNumber > ?',
  )

  /** All products, drafts included. */
  async function* readSlices(): AsyncGenerator<PositionedProduct[]> {
    let lastPosition = -1
    for (;;) {
      const rows = selectSlice.all(lastPosition).map(toPositionedProduct)
      yield rows
      if (rows.length < SLICE_ROWS) return
      lastPosition = rows.at(-1)?.position ?? lastPosition
      await new Promise(setImmediate)
    }
  }

  async function readAll(): Promise<PositionedProduct[]> {
    const products: PositionedProduct[] = []
    for await (const slice of readSlices()) products.push(...slice)
    return products
  }

  async function* readPublished(): AsyncGenerator<PositionedProduct> {
    for await (const slice of readSlices())
      for (const positioned of slice) if (isPublished(positioned.product)) yield positioned
  }

  async function changesSince(since: string | null): Promise<CatalogueChanges> {
    const numbers = readChangeNumbers()
    const latest = toLatestChange(numbers)
    const sinceNumber = Number(since)
    // After a backup was restored, `since` can be above the number of the latest change.
    const isSinceKnown = since !== null && Number.isInteger(sinceNumber) && sinceNumber <= numbers.lastChange
    if (!isSinceKnown) {
      return { latest, isWhole: true, products: readPublished(), removed: [] }
    }
    const changed = selectChanged.all(sinceNumber).map(toPositionedProduct)
    const drafts = changed.filter(({ product }) => !isPublished(product))
    return {
      latest,
      isWhole: false,
      products: changed.filter(({ product }) => isPublished(product)),
      removed: [
        ...selectRemoved.all(sinceNumber).map(({ productsId }) => productsId),
        ...drafts.map(({ product }) => product.products_id),
      ],
    }
  }

  return { readAll, readSlices, changesSince }
}

/**
 * Returns `findPublished` with a cache. A change of stock evicts the changed product. Any other
 * change evicts all products. The returned function must not be called inside a write, because it
 * would cache changes that may be rolled back.
 */
function createProductCache(
  { prepare }: Database,
  findPublished: (id: string) => ProductRecord | null,
  readChangeNumbers: () => ChangeNumbers,
) {
  const selectChangedIds = prepare<{ productsId: string; id: string | null }>(
    'SELECT productsId, id FROM products WHERE changeNumber > ?',
  )
  const cache = new LRUCache<string, ProductRecord>({ max: CACHED_PRODUCTS_MAX })
  let seen = NO_CHANGES

  function evictChanged() {
    const latest = readChangeNumbers()
    if (latest.lastChange === seen.lastChange) return
    // After a backup was restored, the latest change may have a smaller number than `seen`.
    const hasOnlyStockChanged =
      latest.lastChangeExceptStock === seen.lastChangeExceptStock && latest.lastChange > seen.lastChange
    if (hasOnlyStockChanged) {
      for (const { productsId, id } of selectChangedIds.all(seen.lastChange)) {
        cache.delete(productsId)
        if (id !== null) cache.delete(id)
      }
    } else cache.clear()
    seen = latest
  }

  return function findThroughCache(id: string): ProductRecord | null {
    evictChanged()
    const cached = cache.get(id)
    if (cached) return cached
    const product = findPublished(id)
    if (product) cache.set(id, product)
    return product
  }
}
