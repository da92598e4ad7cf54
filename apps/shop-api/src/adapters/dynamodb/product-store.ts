import type { ProductStore } from '../../catalogue/product-store.ts'
import { createCatalogueMirror } from './catalogue-mirror.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import { createProductWrites } from './product-writes.ts'
import { createSalesReader } from './sales.ts'
import type { ShopTables } from './tables.ts'

export type DynamoProductStore = ProductStore & {
  /** The `products_id` for each id. An unknown id is returned as it is: it may be a product that is new. */
  resolve: (ids: readonly string[]) => Promise<Map<string, string>>

  /** The version of the catalogue item, read now. */
  latestVersion: () => Promise<number>

  /** To be called after a change of stock: the next read is not served from memory. */
  markStale: () => void
}

export type DynamoProductStoreDeps = ShopTables & { now: () => Date; newId: () => string }

/** Reads come from memory and are at most a second old; writes depend on the stored state. */
export function createDynamoProductStore(deps: DynamoProductStoreDeps): DynamoProductStore {
  const mirror = createCatalogueMirror(deps)
  const { create, update, remove, audit } = createProductWrites({ ...deps, mirror })

  return {
    async list() {
      await mirror.refresh()
      return mirror.list().map(({ product }) => product)
    },
    async find(id) {
      await mirror.refresh()
      return mirror.find(id)
    },
    findCached: (id) => (mirror.isFresh() ? (mirror.find(id) ?? undefined) : undefined),
    async findMany(productsIds) {
      await mirror.refresh()
      return [...new Set(productsIds)].flatMap((id) => mirror.place(id)?.product ?? [])
    },
    async isEmpty() {
      await mirror.latest()
      return mirror.isEmpty
    },
    latestChange: () => mirror.latestChange(),
    refresh: () => mirror.refresh(),
    async changesSince(since) {
      await mirror.refresh()
      return mirror.changesSince(since)
    },
    soldOn: createSalesReader(deps),
    async fillIfEmpty(products) {
      const seen = await mirror.latest()
      if (!mirror.isEmpty) return false
      const filled = await fillCatalogue(deps, seen, products)
      mirror.markStale()
      await mirror.refresh().catch(() => {})
      return filled
    },
    create,
    update,
    remove,
    audit,
    async resolve(ids) {
      await mirror.refresh()
      return new Map(ids.map((id) => [id, mirror.find(id)?.products_id ?? id]))
    },
    async latestVersion() {
      return (await mirror.latest()).version
    },
    markStale: () => mirror.markStale(),
  }
}
