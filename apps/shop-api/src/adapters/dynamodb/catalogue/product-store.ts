import type { ProductRecord, ProductStore } from '../../../catalogue/product-store.ts'
import { isPublished } from '../../../catalogue/product.ts'
import { waitForRead } from '../../../wait-for-read.ts'
import { readStockHistory } from '../stock/stock-archive.ts'
import { createStockChangeLog } from '../stock/stock-changes.ts'
import type { StockSource } from '../stock/stock-items.ts'
import { createCatalogueMirror, type MirrorDeps } from './catalogue-mirror.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import { createProductWrites } from './product-writes.ts'
import { createSalesReader } from './sales.ts'

export type DynamoProductStore = ProductStore &
  StockSource & {
    /**
     * Finds published products by `products_id` or `id`, and maps each requested id to its product.
     * The products are at most a second old. If an id is unknown, storage is read at once, because
     * another process may have just added the product. Throws when storage fails.
     */
    findRequested: (ids: readonly string[]) => Promise<Map<string, ProductRecord>>

    /** Writes a snapshot of the catalogue, for processes that start later. */
    writeSnapshot: () => Promise<void>

    /** Stores the pending stock changes, so that other processes learn of them. */
    close: () => Promise<void>
  }

export type DynamoProductStoreDeps = MirrorDeps

/**
 * Reads are served from memory. While storage responds, the products are at most a second old.
 * While storage does not respond, pages and lists show older products, and orders and writes fail.
 */
export function createDynamoProductStore(deps: DynamoProductStoreDeps): DynamoProductStore {
  const mirror = createCatalogueMirror(deps)
  const stockChanges = createStockChangeLog(deps)
  const { create, update, moveStock, setRating, remove } = createProductWrites({ ...deps, mirror })

  function findPublished(id: string): ProductRecord | null {
    const product = mirror.find(id)
    return product && isPublished(product) ? product : null
  }

  async function refreshForReading() {
    // Most reads end here. `waitForRead` would start a timer for each of them.
    if (mirror.isFresh()) return
    const refreshed = mirror.refreshIfStale()
    // Before the first load there is nothing to show, so an error of the first load is thrown.
    if (!mirror.isLoaded()) return refreshed
    // This waits for a second at most and does not throw. If the refresh fails or takes longer, the
    // products in memory are shown.
    await waitForRead(refreshed)
  }

  return {
    async list() {
      await refreshForReading()
      return mirror
        .list()
        .map(({ product }) => product)
        .filter(isPublished)
    },
    async listWithDrafts() {
      await refreshForReading()
      return mirror.list().map(({ product }) => product)
    },
    async *readAll() {
      await refreshForReading()
      for (const { product } of mirror.list()) yield product
    },
    async find(id) {
      await refreshForReading()
      return findPublished(id)
    },
    async findWithDrafts(id) {
      await refreshForReading()
      return mirror.find(id)
    },
    findCached: (id) => (mirror.isFresh() ? (findPublished(id) ?? undefined) : undefined),
    async findMany(productsIds) {
      await refreshForReading()
      return [...new Set(productsIds)].flatMap((productsId) => {
        const product = findPublished(productsId)
        // `findPublished` also finds a product by its `id`.
        return product?.products_id === productsId ? [product] : []
      })
    },
    async listFamily(family) {
      await refreshForReading()
      return mirror.listFamily(family)
    },
    async isEmpty() {
      await mirror.refreshNow()
      return mirror.isEmpty()
    },
    latestChange: () => mirror.latestChange(),
    refresh: refreshForReading,
    async changesSince(since) {
      await refreshForReading()
      const { products, removed, ...changes } = mirror.changesSince(since)
      // A product that became a draft is removed from the shop.
      const drafts = products.filter(({ product }) => !isPublished(product))
      return {
        ...changes,
        products: products.filter(({ product }) => isPublished(product)),
        removed: [...removed, ...drafts.map(({ product }) => product.products_id)],
      }
    },
    soldOn: createSalesReader(deps),
    async fillIfEmpty(products) {
      const catalogueItem = await mirror.refreshNow()
      if (!mirror.isEmpty()) return false
      const isFilled = await fillCatalogue(deps, catalogueItem, products)
      await mirror.refreshAfterWrite()
      return isFilled
    },
    create,
    update,
    moveStock,
    setRating,
    stockHistory: (productsId, page) => readStockHistory(deps, productsId, page),
    remove,
    async findRequested(ids) {
      await mirror.refreshIfStale()
      if (!ids.every(findPublished)) await mirror.refreshNow()
      return new Map(
        ids.flatMap((id) => {
          const product = findPublished(id)
          return product ? [[id, product]] : []
        }),
      )
    },
    stockOf: (productsId) =>
      (mirror.findMirrored(productsId)?.shards ?? []).filter((each) => each !== undefined),
    readStock: (productsId) => mirror.refreshStock(productsId),
    publishStock(changed) {
      for (const each of changed) mirror.publishStock(each)
      stockChanges.publish(changed)
    },
    markStale: () => mirror.markStale(),
    writeSnapshot: () => mirror.writeSnapshot(),
    close: () => stockChanges.close(),
  }
}
