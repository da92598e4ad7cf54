import { isDeepStrictEqual } from 'node:util'
import { type Item, readItem, readItems, scanItems } from '@nashta/dynamodb/read-items'
import type {
  CatalogueChanges,
  LatestChange,
  PositionedProduct,
  ProductRecord,
} from '../../../catalogue/product-store.ts'
import { readStockChanges } from '../stock/stock-changes.ts'
import { isStockItem, stockKeys, type StockShard, toStockItem } from '../stock/stock-items.ts'
import type { ShopTables } from '../tables.ts'
import { CATALOGUE_KEY, type CatalogueItem, idsChangedAfter, parseCatalogueItem } from './catalogue-item.ts'
import { packSnapshot, type SnapshotFile, unpackSnapshot } from './catalogue-snapshot.ts'
import { productKeys, type StoredProduct, toProductItem, toStoredProduct } from './product-items.ts'

/** The longest time that a read may be behind the changes of other processes. */
const MAX_AGE_MS = 1_000

/**
 * Each read of stock changes starts this long before the time of the last read. Clocks differ, and
 * a change is stored a moment after the time in its key, so the last read may have missed some.
 */
const OVERLAP_MS = 3_000

/** After a longer pause, the whole catalogue is read instead of every stock change since. */
const PAUSE_MAX_MS = 60 * 60 * 1000

/**
 * `changedIds` lists at least this many of the latest changes, once there are so many. A caller of
 * `changesSince` who has missed more changes than are listed gets the whole catalogue.
 */
const CHANGES_LISTED = 20_000

export type MirrorDeps = ShopTables & { now: () => Date; newId: () => string; snapshots?: SnapshotFile }

/** The stock of `product` is the sum of `shards`. */
type MirroredProduct = StoredProduct & { shards: (StockShard | undefined)[] }

/**
 * A copy of the products table in memory. After `refresh`, the copy is at most a second old and has
 * every change of this process. The work for a changed product or stock does not grow with the size
 * of the catalogue.
 */
export function createCatalogueMirror({ client, tables, now, newId, snapshots }: MirrorDeps) {
  // Each process counts the changes that it sees, so a count is valid only together with this id.
  const instanceId = newId()
  let changeCount = 0
  // The `products_id` of each recent change, oldest first.
  let changedIds: string[] = []
  // By `products_id`.
  const products = new Map<string, MirroredProduct>()
  // Maps the `id` of a product to its `products_id`.
  const productsIdOf = new Map<string, string>()

  let catalogue: CatalogueItem | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  // The value of `changeCount` when this process last wrote a snapshot.
  let changeCountInSnapshot = 0

  // How often the mirror was marked stale.
  let staleMarkCount = 0
  // A read covers the stale marks that were made before it began. This many are covered so far.
  let coveredMarkCount = 0

  /** Makes the next refresh read storage, however recent the last read is. */
  function markStale() {
    staleMarkCount += 1
  }

  function isFresh() {
    // The absolute difference, because the clock may have been set back.
    const isRecent = Math.abs(now().getTime() - readAt) < MAX_AGE_MS
    return isRecent && coveredMarkCount === staleMarkCount
  }

  function recordChange(productsId: string) {
    changeCount += 1
    changedIds.push(productsId)
    // The list is cut only now and then, because cutting copies it.
    if (changedIds.length >= 2 * CHANGES_LISTED) changedIds = changedIds.slice(-CHANGES_LISTED)
  }

  /**
   * Puts a product that was read into memory, with its stock. Of each shard, the newer version is
   * used: the one that was read, or the one in memory.
   */
  function putProduct(item: Item, stock: readonly StockShard[]) {
    const next = toStoredProduct(item)
    const { products_id, id } = next.product
    const before = products.get(products_id)
    const shards = Array.from({ length: next.shardCount }, (_, shard) => {
      const [known, found] = [before?.shards[shard], stock.find((each) => each.shard === shard)]
      return known && found && known.version > found.version ? known : (found ?? known)
    })
    const after = withStock({ ...next, shards })
    if (before && before.position === next.position && isDeepStrictEqual(before.product, after.product)) {
      // The old object stays: `ProductStore.findCached` must return the same object until the
      // product changes.
      products.set(products_id, { ...after, product: before.product })
      return
    }
    recordChange(products_id)
    if (before) removeId(before.product)
    products.set(products_id, after)
    if (id !== undefined) productsIdOf.set(id, products_id)
  }

  /** Removes the `id` of a product, unless another product has this `id` by now. */
  function removeId({ products_id, id }: ProductRecord) {
    if (id !== undefined && productsIdOf.get(id) === products_id) productsIdOf.delete(id)
  }

  function remove(productsId: string) {
    const before = products.get(productsId)
    if (!before) return
    recordChange(productsId)
    products.delete(productsId)
    removeId(before.product)
  }

  /**
   * Puts a shard into memory. Ignores a shard that is not newer than the one in memory, and a shard
   * that the product does not have.
   */
  function putStock({ productsId, shard, units, version }: StockShard) {
    const before = products.get(productsId)
    if (!before || shard >= before.shardCount || (before.shards[shard]?.version ?? -1) >= version) return
    const shards = before.shards.with(shard, { productsId, shard, units, version })
    const after = withStock({ ...before, shards })
    // Units may have moved between shards. The old object then stays, as in `putProduct`.
    if (after.product.stock === before.product.stock) {
      products.set(productsId, { ...after, product: before.product })
      return
    }
    recordChange(productsId)
    products.set(productsId, after)
  }

  /** Puts the products that were found. Removes the requested products that were not found. */
  function applyRead(requestedIds: Iterable<string>, found: readonly Item[], stock: readonly Item[]) {
    const foundIds = new Set(found.map((item) => String(item['products_id'])))
    for (const productsId of requestedIds) if (!foundIds.has(productsId)) remove(productsId)
    const stockOf = Map.groupBy(stock.map(toStockItem), ({ productsId }) => productsId)
    for (const item of found) putProduct(item, stockOf.get(String(item['products_id'])) ?? [])
  }

  async function readProducts(productsIds: readonly string[]) {
    const read = await readItems(client, productKeys(tables.products, productsIds))
    const found = read.get(tables.products) ?? []
    const keys = found
      .map(toStoredProduct)
      .flatMap(({ product, shardCount }) => stockKeys(tables.products, product.products_id, shardCount))
    const stock = await readItems(client, keys)
    applyRead(productsIds, found, stock.get(tables.products) ?? [])
  }

  async function readWhole({ version }: CatalogueItem) {
    // At version 0, all products in the table belong to a fill that has not finished. They must not
    // be visible yet.
    const items = version === 0 ? [] : await scanItems(client, tables.products)
    const { stock = [], found = [] } = Object.groupBy(items, (item) =>
      isStockItem(item) ? 'stock' : 'found',
    )
    applyRead([...products.keys()], found, stock)
  }

  /** Starts from a snapshot, so that only later changes are read. */
  async function loadSnapshot(startedAt: number) {
    const bytes = await snapshots?.read().catch(() => null)
    const snapshot = bytes ? await unpackSnapshot(bytes) : null
    if (!snapshot || startedAt - snapshot.head.at >= PAUSE_MAX_MS) return
    const current = parseCatalogueItem(await readItem(client, tables.purchases, CATALOGUE_KEY))
    const { filledBy, version, at } = snapshot.head
    // The snapshot may belong to deleted tables with the same names. Then its `filledBy` differs. A
    // catalogue that was never filled has no `filledBy` to compare, so its snapshot is not used.
    if (filledBy === '' || filledBy !== current.filledBy || version > current.version) return
    for (const { item, stock } of snapshot.entries) putProduct(item, stock)
    // With the version of the snapshot, the next read finds the changes since the snapshot.
    catalogue = { ...current, version }
    readAt = at
  }

  async function readChanges() {
    const startedAt = now().getTime()
    const markCountAtStart = staleMarkCount
    if (!catalogue && snapshots) await loadSnapshot(startedAt)
    // This is also true before the first read.
    const isAfterPause = startedAt - readAt >= PAUSE_MAX_MS
    // After a pause the stock is read with the whole catalogue, so earlier changes are not needed.
    const since = new Date((isAfterPause ? startedAt : readAt) - OVERLAP_MS)
    const [item, stockChanges] = await Promise.all([
      readItem(client, tables.purchases, CATALOGUE_KEY),
      readStockChanges({ client, tables }, since),
    ])
    const next = parseCatalogueItem(item)
    // Null when the whole catalogue must be read.
    const idsToRead = catalogue && !isAfterPause ? idsChangedAfter(next, catalogue.version) : null
    if (idsToRead) await readProducts(idsToRead)
    else await readWhole(next)
    for (const change of stockChanges) putStock(change)

    catalogue = next
    readAt = startedAt
    coveredMarkCount = markCountAtStart
  }

  /**
   * Starts a read, or waits for the read in flight. Reads again if that one began too early to
   * cover the latest stale mark.
   */
  async function read() {
    const neededMarkCount = staleMarkCount
    do {
      reading ??= readChanges().finally(() => {
        reading = undefined
      })
      await reading
    } while (coveredMarkCount < neededMarkCount)
  }

  async function refresh() {
    if (!isFresh()) await read()
  }

  function sortByPosition(found: Iterable<MirroredProduct>): PositionedProduct[] {
    return Array.from(found, ({ position, product }) => ({ position, product })).toSorted(
      (a, b) => a.position - b.position,
    )
  }

  const latestChange = (): LatestChange => ({
    any: `${instanceId}.${changeCount}`,
    exceptStock: String(catalogue?.version ?? 0),
  })

  /** Finds a product by its `products_id`, or else by its `id`. */
  function findMirrored(id: string): MirroredProduct | undefined {
    const productsId = products.has(id) ? id : productsIdOf.get(id)
    return productsId === undefined ? undefined : products.get(productsId)
  }

  return {
    isFresh,
    latestChange,
    refresh,
    findMirrored,
    putStock,
    markStale,

    find: (id: string): ProductRecord | null => findMirrored(id)?.product ?? null,

    /** Reads the stock of a product from storage into memory, and returns its shards. */
    async readStock(productsId: string): Promise<StockShard[]> {
      const { shardCount = 0 } = products.get(productsId) ?? {}
      const found = await readItems(client, stockKeys(tables.products, productsId, shardCount))
      const shards = (found.get(tables.products) ?? []).map(toStockItem)
      for (const each of shards) putStock(each)
      return shards.toSorted((a, b) => a.shard - b.shard)
    },

    /** Brings the mirror up to date after this process has stored a change. */
    async refreshAfterWrite() {
      markStale()
      // The change is stored, so an error of this read must not look like a failed change. The next
      // refresh reads the change.
      await refresh().catch(() => {})
    },

    /**
     * Reads storage even when the mirror is fresh. Writes need this, because they depend on the
     * latest catalogue item.
     */
    async refreshNow(): Promise<CatalogueItem> {
      markStale()
      await read()
      return catalogue ?? parseCatalogueItem(null)
    },

    /** Does nothing when the mirror has not changed since this process last wrote a snapshot. */
    async writeSnapshot() {
      if (!catalogue || !snapshots || changeCount === changeCountInSnapshot) return
      const { filledBy, version } = catalogue
      const packedChangeCount = changeCount
      const entries = Array.from(products.values(), (mirrored) => ({
        item: toProductItem(mirrored),
        stock: mirrored.shards.filter((shard) => shard !== undefined),
      }))
      await snapshots.write(await packSnapshot({ filledBy, version, at: readAt }, entries))
      changeCountInSnapshot = packedChangeCount
    },

    list: () => sortByPosition(products.values()),

    /** Whether the catalogue was read at least once. */
    isLoaded: () => catalogue !== undefined,

    isEmpty: () => products.size === 0,

    /** `since` is an earlier `latestChange().any`, for example `4f1c….17`. */
    changesSince(since: string | null): CatalogueChanges {
      const [sinceInstanceId, sinceCount] = since?.split('.') ?? []
      // NaN when `since` is null or comes from another process.
      const missed = sinceInstanceId === instanceId ? changeCount - Number(sinceCount) : Number.NaN
      const latest = latestChange()
      if (!(missed >= 0 && missed <= changedIds.length)) {
        return { latest, isWhole: true, products: sortByPosition(products.values()), removed: [] }
      }
      // `slice(-0)` would return the whole list.
      const ids = [...new Set(missed === 0 ? [] : changedIds.slice(-missed))]
      return {
        latest,
        isWhole: false,
        products: sortByPosition(ids.flatMap((productsId) => products.get(productsId) ?? [])),
        removed: ids.filter((productsId) => !products.has(productsId)),
      }
    },
  }
}

export type CatalogueMirror = ReturnType<typeof createCatalogueMirror>

/** Sets the product's stock to the sum of its shards. A shard that was not read counts as empty. */
function withStock(mirrored: MirroredProduct): MirroredProduct {
  const { shardCount, shards, product } = mirrored
  const { stock: _stock, ...fields } = product
  if (shardCount === 0) return { ...mirrored, product: fields }
  return {
    ...mirrored,
    product: { ...fields, stock: shards.reduce((sum, each) => sum + (each?.units ?? 0), 0) },
  }
}
