import { isDeepStrictEqual } from 'node:util'
import { type Item, readItem, readItems, scanItems } from '@nashta/dynamodb/read-items'
import type {
  CatalogueChanges,
  LatestChange,
  PlacedProduct,
  ProductRecord,
} from '../../catalogue/product-store.ts'
import { CATALOGUE_KEY, type CatalogueItem, changedAfter, toCatalogue } from './catalogue-item.ts'
import { toPlaced } from './product-items.ts'
import { readStockChanges } from './stock-changes.ts'
import type { ShopTables } from './tables.ts'

/** The longest time that a read may be behind the changes of other processes. */
const MAX_AGE_MS = 1_000

/** Clocks differ, and a stock change is written a moment after its time was taken. */
const OVERLAP_MS = 10_000

/** After a longer pause the whole catalogue is loaded, instead of every stock change since. */
const PAUSE_MAX_MS = 60 * 60 * 1000

export type MirrorDeps = ShopTables & { now: () => Date; newId: () => string }

/**
 * A copy of the products table in memory. `refresh` makes it at most a second old, and includes every change of this
 * process; without it, reads return the copy as it is.
 */
export function createCatalogueMirror({ client, tables, now, newId }: MirrorDeps) {
  // Changes are numbered by each process on its own, so a number is only valid together with this id.
  const instance = newId()
  const placed = new Map<string, PlacedProduct & { change: number }>()
  const productsIdOf = new Map<string, string>()
  const removed = new Map<string, number>()
  let changes = 0
  let catalogue: CatalogueItem | undefined
  let stockChangesSeen = new Set<string>()
  let readAt = Number.NEGATIVE_INFINITY
  let ownChanges = 0
  let ownChangesSeen = 0
  let running: Promise<void> | undefined

  const isFresh = () => ownChangesSeen === ownChanges && now().getTime() - readAt < MAX_AGE_MS

  function put(item: Item) {
    const next = toPlaced(item)
    const { products_id, id } = next.product
    const before = placed.get(products_id)
    if (before && before.position === next.position && isDeepStrictEqual(before.product, next.product)) return
    changes += 1
    if (before) removeId(before.product)
    placed.set(products_id, { ...next, change: changes })
    removed.delete(products_id)
    if (id !== undefined) productsIdOf.set(id, products_id)
  }

  function removeId({ products_id, id }: ProductRecord) {
    if (id !== undefined && productsIdOf.get(id) === products_id) productsIdOf.delete(id)
  }

  function remove(productsId: string) {
    const before = placed.get(productsId)
    if (!before) return
    changes += 1
    placed.delete(productsId)
    removed.set(productsId, changes)
    removeId(before.product)
  }

  /** `items` are all that was found of the products `requested`. */
  function apply(items: readonly Item[], requested: Iterable<string>) {
    const found = new Set(items.map((item) => String(item['products_id'])))
    for (const productsId of requested) if (!found.has(productsId)) remove(productsId)
    for (const item of items) put(item)
  }

  async function readChanges() {
    const [at, own] = [now().getTime(), ownChanges]
    const since = new Date(Math.max(readAt, at - PAUSE_MAX_MS) - OVERLAP_MS)
    const [item, stockChanges] = await Promise.all([
      readItem(client, tables.purchases, CATALOGUE_KEY),
      readStockChanges({ client, tables }, since),
    ])
    const next = toCatalogue(item)
    const changed = catalogue && at - readAt < PAUSE_MAX_MS ? changedAfter(next, catalogue.version) : null
    const unseen = stockChanges.filter(({ id }) => !stockChangesSeen.has(id))
    if (changed)
      await readProducts(new Set([...changed, ...unseen.flatMap(({ productsIds }) => productsIds)]))
    // Before the first version the catalogue is still being filled.
    else apply(next.version === 0 ? [] : await scanItems(client, tables.products), [...placed.keys()])

    catalogue = next
    stockChangesSeen = new Set(stockChanges.map(({ id }) => id))
    readAt = at
    ownChangesSeen = own
  }

  async function readProducts(productsIds: ReadonlySet<string>) {
    const keys = Array.from(productsIds, (id) => ({ table: tables.products, key: { products_id: id } }))
    if (keys.length > 0) apply((await readItems(client, keys)).get(tables.products) ?? [], productsIds)
  }

  async function read() {
    const own = ownChanges
    do {
      running ??= readChanges().finally(() => {
        running = undefined
      })
      await running
      // A read that was already running may have missed the change of this process.
    } while (ownChangesSeen < own)
  }

  /** In catalogue order. */
  function placedAfter(change: number): PlacedProduct[] {
    return placed
      .values()
      .filter((product) => product.change > change)
      .map(({ position, product }) => ({ position, product }))
      .toArray()
      .toSorted((a, b) => a.position - b.position)
  }

  const latestChange = (): LatestChange => ({
    any: `${instance}.${changes}`,
    offer: String(catalogue?.version ?? 0),
  })

  return {
    isFresh,
    latestChange,

    /** To be called after a change of this process: the next refresh reads it. */
    markStale() {
      ownChanges += 1
    },

    async refresh() {
      if (!isFresh()) await read()
    },

    /** Reads the catalogue item in any case, for a write that depends on it. */
    async latest(): Promise<CatalogueItem> {
      ownChanges += 1
      await read()
      return catalogue ?? toCatalogue(null)
    },

    /** By `products_id` first, then by `id`. */
    find(id: string): ProductRecord | null {
      const found = placed.get(id) ?? placed.get(productsIdOf.get(id) ?? '')
      return found?.product ?? null
    },

    place(productsId: string): PlacedProduct | undefined {
      return placed.get(productsId)
    },

    list: () => placedAfter(0),

    get isEmpty() {
      return placed.size === 0
    },

    changesSince(since: string | null): CatalogueChanges {
      const [owner, number] = (since ?? '').split('.')
      const from = owner === instance ? Number(number) : Number.NaN
      const latest = latestChange()
      if (Number.isNaN(from) || from > changes) {
        return { latest, whole: true, placed: placedAfter(0), removed: [] }
      }
      return {
        latest,
        whole: false,
        placed: placedAfter(from),
        removed: Array.from(removed)
          .filter(([, change]) => change > from)
          .map(([productsId]) => productsId),
      }
    },
  }
}

export type CatalogueMirror = ReturnType<typeof createCatalogueMirror>
