import type { ProductStore } from '../../catalogue/product-store.ts'
import { createCatalogueMirror } from './catalogue-mirror.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import { createProductWrites } from './product-writes.ts'
import { createSalesReader } from './sales.ts'
import type { ShopTables } from './tables.ts'

export type DynamoProductStore = ProductStore & {
  /** The `products_id` behind each id that was asked for; an unknown id may be a product's that is new. */
  resolve: (ids: readonly string[]) => Promise<Map<string, string>>

  /** Counts the changes of what is offered, as it is now. */
  latestVersion: () => Promise<number>

  /** To be called after stock has moved: what is remembered is to be looked at again. */
  outdate: () => void
}

export type DynamoProductStoreDeps = ShopTables & { now: () => Date; newId: () => string }

/** Reads come from memory, at most a second old; writes stand on what is kept at that moment. */
export function createDynamoProductStore(deps: DynamoProductStoreDeps): DynamoProductStore {
  const mirror = createCatalogueMirror(deps)
  const { create, update, remove, audit } = createProductWrites({ ...deps, mirror })

  return {
    async list() {
      await mirror.current()
      return mirror.list().map(({ product }) => product)
    },
    async find(id) {
      await mirror.current()
      return mirror.find(id)
    },
    async findMany(productsIds) {
      await mirror.current()
      return [...new Set(productsIds)].flatMap((id) => mirror.place(id)?.product ?? [])
    },
    async isEmpty() {
      await mirror.latest()
      return mirror.isEmpty
    },
    version() {
      return mirror.isFresh() ? mirror.version() : mirror.current().then(mirror.version)
    },
    revision() {
      return mirror.isFresh() ? mirror.revision() : mirror.current().then(mirror.revision)
    },
    async changesSince(revision) {
      await mirror.current()
      return mirror.changesSince(revision)
    },
    soldOn: createSalesReader(deps),
    async fillIfEmpty(products) {
      const seen = await mirror.latest()
      if (!mirror.isEmpty) return false
      const filled = await fillCatalogue(deps, seen, products)
      mirror.outdate()
      return filled
    },
    create,
    update,
    remove,
    audit,
    async resolve(ids) {
      await mirror.current()
      return new Map(ids.map((id) => [id, mirror.find(id)?.products_id ?? id]))
    },
    async latestVersion() {
      return (await mirror.latest()).version
    },
    outdate: () => mirror.outdate(),
  }
}
