import type { ProductRecord, ProductStore } from '../../catalogue/product-store.ts'
import { isPublished } from '../../catalogue/product.ts'
import { createCatalogueMirror } from './catalogue-mirror.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import { createProductWrites } from './product-writes.ts'
import { createSalesReader } from './sales.ts'
import type { ShopTables } from './tables.ts'

export type DynamoProductStore = ProductStore & {
  /**
   * Maps each id, which is a `products_id` or an `id`, to the `products_id`. An unknown id is mapped to itself: it may
   * belong to a product that another process has just added.
   */
  resolveIds: (ids: readonly string[]) => Promise<Map<string, string>>

  /** The number of fills and admin changes so far, from storage. An order checks that it has not grown. */
  countChanges: () => Promise<number>

  /** Must be called after a change of stock: the next read then reads storage first. */
  markStale: () => void
}

export type DynamoProductStoreDeps = ShopTables & { now: () => Date; newId: () => string }

/** Reads come from memory and are at most a second old. Writes read the stored catalogue first. */
export function createDynamoProductStore(deps: DynamoProductStoreDeps): DynamoProductStore {
  const mirror = createCatalogueMirror(deps)
  const { create, update, remove } = createProductWrites({ ...deps, mirror })

  function findPublished(id: string): ProductRecord | null {
    const product = mirror.find(id)
    return product && isPublished(product) ? product : null
  }

  return {
    async list() {
      await mirror.refresh()
      return mirror
        .list()
        .map(({ product }) => product)
        .filter(isPublished)
    },
    async listWithDrafts() {
      await mirror.refresh()
      return mirror.list().map(({ product }) => product)
    },
    async find(id) {
      await mirror.refresh()
      return findPublished(id)
    },
    async findWithDrafts(id) {
      await mirror.refresh()
      return mirror.find(id)
    },
    findCached: (id) => (mirror.isFresh() ? (findPublished(id) ?? undefined) : undefined),
    async findMany(productsIds) {
      await mirror.refresh()
      return [...new Set(productsIds)].flatMap((productsId) => {
        const product = findPublished(productsId)
        return product?.products_id === productsId ? [product] : []
      })
    },
    async isEmpty() {
      await mirror.refreshNow()
      return mirror.isEmpty
    },
    latestChange: () => mirror.latestChange(),
    refresh: () => mirror.refresh(),
    async changesSince(since) {
      await mirror.refresh()
      const { products, removed, ...changes } = mirror.changesSince(since)
      const drafts = products.filter(({ product }) => !isPublished(product))
      return {
        ...changes,
        products: products.filter(({ product }) => isPublished(product)),
        removed: [...removed, ...drafts.map(({ product }) => product.products_id)],
      }
    },
    soldOn: createSalesReader(deps),
    async fillIfEmpty(products) {
      const seen = await mirror.refreshNow()
      if (!mirror.isEmpty) return false
      const isFilled = await fillCatalogue(deps, seen, products)
      await mirror.refreshAfterWrite()
      return isFilled
    },
    create,
    update,
    remove,
    async resolveIds(ids) {
      await mirror.refresh()
      return new Map(ids.map((id) => [id, mirror.find(id)?.products_id ?? id]))
    },
    async countChanges() {
      return (await mirror.refreshNow()).version
    },
    markStale: () => mirror.markStale(),
  }
}
