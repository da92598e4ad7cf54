import { isDeepStrictEqual } from 'node:util'
import { type Item, readItem, readItems, scanItems } from '@nashta/dynamodb/read-items'
import type {
  CatalogueChanges,
  LatestChange,
  PositionedProduct,
  ProductRecord,
} from '../../catalogue/product-store.ts'
import { CATALOGUE_KEY, type CatalogueItem, idsChangedAfter, parseCatalogueItem } from './catalogue-item.ts'
import { productKeys, toPositionedProduct } from './product-items.ts'
import { readStockChanges } from './stock-changes.ts'
import type { ShopTables } from './tables.ts'

/** The longest time that a read may be behind the changes of other processes. */
const MAX_AGE_MS = 1_000

/** Reads of stock changes overlap, because clocks differ and a change is stored a moment after the time in its key. */
const OVERLAP_MS = 10_000

/** After a longer pause the whole catalogue is loaded, instead of every stock change since. */
const PAUSE_MAX_MS = 60 * 60 * 1000

export type MirrorDeps = ShopTables & { now: () => Date; newId: () => string }

/**
 * A copy of the products table in memory. After `refresh` it is at most a second old and has every change of this
 * process. Only `refresh`, `refreshAfterWrite` and `refreshNow` read storage.
 */
export function createCatalogueMirror({ client, tables, now, newId }: MirrorDeps) {
  // Each process numbers the changes that it sees, so a number is valid only together with this id.
  const instanceId = newId()
  let lastChange = 0
  // By `products_id`, each with the number of its last change.
  const products = new Map<string, PositionedProduct & { change: number }>()
  // By `id`, the `products_id` of the same product.
  const productsIdOf = new Map<string, string>()
  // By `products_id`, the numbers of the removals.
  const removals = new Map<string, number>()

  let catalogue: CatalogueItem | undefined
  let stockChangesSeen = new Set<string>()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  // How often the mirror was marked stale, and how many of these marks came before the last finished read began.
  let staleMarks = 0
  let staleMarksRead = 0

  const isFresh = () => staleMarksRead === staleMarks && now().getTime() - readAt < MAX_AGE_MS

  function put(item: Item) {
    const next = toPositionedProduct(item)
    const { products_id, id } = next.product
    const before = products.get(products_id)
    if (before && before.position === next.position && isDeepStrictEqual(before.product, next.product)) return
    lastChange += 1
    if (before) removeId(before.product)
    products.set(products_id, { ...next, change: lastChange })
    removals.delete(products_id)
    if (id !== undefined) productsIdOf.set(id, products_id)
  }

  function removeId({ products_id, id }: ProductRecord) {
    if (id !== undefined && productsIdOf.get(id) === products_id) productsIdOf.delete(id)
  }

  function remove(productsId: string) {
    const before = products.get(productsId)
    if (!before) return
    lastChange += 1
    products.delete(productsId)
    removals.set(productsId, lastChange)
    removeId(before.product)
  }

  /** Puts the products that were found, and removes the other requested ones. */
  function applyRead(requestedIds: Iterable<string>, found: readonly Item[]) {
    const foundIds = new Set(found.map((item) => String(item['products_id'])))
    for (const productsId of requestedIds) if (!foundIds.has(productsId)) remove(productsId)
    for (const item of found) put(item)
  }

  async function readProducts(productsIds: readonly string[]) {
    const found = await readItems(client, productKeys(tables.products, productsIds))
    applyRead(productsIds, found.get(tables.products) ?? [])
  }

  async function readWhole({ version }: CatalogueItem) {
    // At version 0 the catalogue is still being filled, and its products are not visible yet.
    const found = version === 0 ? [] : await scanItems(client, tables.products)
    applyRead([...products.keys()], found)
  }

  async function readChanges() {
    const startedAt = now().getTime()
    const marks = staleMarks
    const isAfterPause = startedAt - readAt >= PAUSE_MAX_MS
    const since = new Date((isAfterPause ? startedAt : readAt) - OVERLAP_MS)
    const [item, stockChanges] = await Promise.all([
      readItem(client, tables.purchases, CATALOGUE_KEY),
      readStockChanges({ client, tables }, since),
    ])
    const next = parseCatalogueItem(item)
    const changedIds = catalogue && !isAfterPause ? idsChangedAfter(next, catalogue.version) : null
    if (changedIds) {
      const unseen = stockChanges.filter(({ id }) => !stockChangesSeen.has(id))
      await readProducts([...changedIds, ...unseen.flatMap(({ productsIds }) => productsIds)])
    } else await readWhole(next)

    catalogue = next
    stockChangesSeen = new Set(stockChanges.map(({ id }) => id))
    readAt = startedAt
    staleMarksRead = marks
  }

  async function read() {
    const marks = staleMarks
    do {
      reading ??= readChanges().finally(() => {
        reading = undefined
      })
      await reading
      // A read that had started before the last mark may have missed the change, so another one follows.
    } while (staleMarksRead < marks)
  }

  async function refresh() {
    if (!isFresh()) await read()
  }

  /** In catalogue order. */
  function productsChangedAfter(change: number): PositionedProduct[] {
    return products
      .values()
      .filter((product) => product.change > change)
      .map(({ position, product }) => ({ position, product }))
      .toArray()
      .toSorted((a, b) => a.position - b.position)
  }

  const latestChange = (): LatestChange => ({
    any: `${instanceId}.${lastChange}`,
    exceptStock: String(catalogue?.version ?? 0),
  })

  /** By `products_id` first, then by `id`. */
  function findWithPosition(id: string): PositionedProduct | undefined {
    const productsId = products.has(id) ? id : productsIdOf.get(id)
    return productsId === undefined ? undefined : products.get(productsId)
  }

  return {
    isFresh,
    latestChange,
    refresh,
    findWithPosition,

    find: (id: string): ProductRecord | null => findWithPosition(id)?.product ?? null,

    /** Must be called after a change of this process: the next refresh then reads storage. */
    markStale() {
      staleMarks += 1
    },

    /** Reads a change that this process has stored. */
    async refreshAfterWrite() {
      staleMarks += 1
      // An error of this read must not report the stored change as failed. The next refresh reads it.
      await refresh().catch(() => {})
    },

    /** Refreshes the mirror however recent it is, for a write that depends on the catalogue item and the products. */
    async refreshNow(): Promise<CatalogueItem> {
      staleMarks += 1
      await read()
      return catalogue ?? parseCatalogueItem(null)
    },

    list: () => productsChangedAfter(0),

    get isEmpty() {
      return products.size === 0
    },

    /** `since` is an earlier `latestChange().any`, for example `4f1c….17`. */
    changesSince(since: string | null): CatalogueChanges {
      const [sinceInstanceId, number] = since?.split('.') ?? []
      const from = sinceInstanceId === instanceId ? Number(number) : Number.NaN
      const latest = latestChange()
      if (Number.isNaN(from) || from > lastChange) {
        return { latest, whole: true, products: productsChangedAfter(0), removed: [] }
      }
      return {
        latest,
        whole: false,
        products: productsChangedAfter(from),
        removed: Array.from(removals)
          .filter(([, change]) => change > from)
          .map(([productsId]) => productsId),
      }
    },
  }
}

export type CatalogueMirror = ReturnType<typeof createCatalogueMirror>
