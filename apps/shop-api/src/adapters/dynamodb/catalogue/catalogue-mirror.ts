import { isDeepStrictEqual } from 'node:util'
import { familyOf } from '@nashta/contracts/catalogue/one-per-family'
import { type Item, readItem, readItems, scanItems } from '@nashta/dynamodb/read-items'
import type {
  CatalogueChanges,
  LatestChange,
  PositionedProduct,
  ProductRecord,
} from '../../../catalogue/product-store.ts'
import { readStockChanges } from '../stock/stock-changes.ts'
import { isStockItem, stockKeys, type StockShard, toStockShard } from '../stock/stock-items.ts'
import type { ShopTables } from '../tables.ts'
import { CATALOGUE_KEY, type CatalogueItem, idsChangedAfter, parseCatalogueItem } from './catalogue-item.ts'
import { packSnapshot, type SnapshotFile, unpackSnapshot } from './catalogue-snapshot.ts'
import { productKeys, type StoredProduct, toProductItem, toStoredProduct } from './product-items.ts'

/** The mirror is fresh for this long after a read. */
const MAX_AGE_MS = 1_000

/**
 * After a read at 10:00:10, the next read asks for the stock changes since 10:00:07. The read at
 * 10:00:10 may have missed some of them: the clocks of processes differ, and a change is stored a
 * moment after the time in its key.
 */
const OVERLAP_MS = 3_000

/** If the last read is at least this long ago, the whole catalogue is read again. */
const PAUSE_MAX_MS = 60 * 60 * 1000

/**
 * A snapshot of this age is replaced by a new one, because `loadSnapshot` ignores a snapshot that
 * is as old as `PAUSE_MAX_MS`.
 */
const SNAPSHOT_AGE_MAX_MS = PAUSE_MAX_MS / 2

/**
 * The mirror lists at least this many of its latest changes. A caller of `changesSince` who has
 * missed more changes than are listed gets the whole catalogue.
 */
const CHANGES_LISTED = 20_000

export type MirrorDeps = ShopTables & { now: () => Date; newId: () => string; snapshots?: SnapshotFile }

/** A product with the shards of its stock. A shard that was not read yet is undefined. */
type MirroredProduct = StoredProduct & { shards: (StockShard | undefined)[] }

/**
 * A copy of the products table in memory. After `refreshIfStale`, the copy is at most a second
 * old and has every change of this process. A refresh normally reads only the changed products, so
 * it takes no longer in a large catalogue than in a small one.
 */
export function createCatalogueMirror({ client, tables, now, newId, snapshots }: MirrorDeps) {
  // Every mirror counts its own changes. The id shows which mirror a count belongs to.
  const instanceId = newId()
  let changeCount = 0
  // The `products_id` of each of the latest changes, oldest first.
  let changedIds: string[] = []
  // By `products_id`.
  const products = new Map<string, MirroredProduct>()
  // Maps the `id` of a product to its `products_id`.
  const productsIdOf = new Map<string, string>()

  // The catalogue item of the last read; undefined before the first read.
  let catalogue: CatalogueItem | undefined
  // When the last read began.
  let readAt = Number.NEGATIVE_INFINITY
  // The read in flight.
  let reading: Promise<void> | undefined
  // The values that `changeCount` and `readAt` had for the last snapshot that this process wrote.
  let changeCountInSnapshot = 0
  let readAtInSnapshot = Number.NEGATIVE_INFINITY

  // How often the mirror was marked stale.
  let staleMarkCount = 0
  // The value of `staleMarkCount` when the last read began.
  let coveredMarkCount = 0

  /** Makes the next refresh read storage, however recent the last read is. */
  function markStale() {
    staleMarkCount += 1
  }

  function isFresh() {
    // The absolute difference: after the clock was set back, `readAt` may be in the future.
    const isRecent = Math.abs(now().getTime() - readAt) < MAX_AGE_MS
    return isRecent && coveredMarkCount === staleMarkCount
  }

  function recordChange(productsId: string) {
    changeCount += 1
    changedIds.push(productsId)
    // The list is cut only when it is twice as long as needed, because cutting copies the list.
    if (changedIds.length >= 2 * CHANGES_LISTED) changedIds = changedIds.slice(-CHANGES_LISTED)
  }

  /** Updates a product in memory with items from storage. */
  function putProduct(item: Item, stock: readonly StockShard[]) {
    const storedProduct = toStoredProduct(item)
    const shardsInMemory = products.get(storedProduct.product.products_id)?.shards ?? []
    const shards = Array.from({ length: storedProduct.shardCount }, (_, shard) => {
      const fromStorage = stock.find((each) => each.shard === shard)
      return newerShard(shardsInMemory[shard], fromStorage)
    })
    replace({ ...storedProduct, shards })
  }

  /** Adds a product, or replaces the product with the same `products_id`. */
  function replace(mirrored: MirroredProduct) {
    const after = withStock(mirrored)
    const { products_id, id } = after.product
    const before = products.get(products_id)
    if (before && before.position === after.position && isDeepStrictEqual(before.product, after.product)) {
      // The old product object stays, because `ProductStore.findCached` must return the same object
      // until the product changes.
      products.set(products_id, { ...after, product: before.product })
      return
    }
    recordChange(products_id)
    if (before) deleteIdEntry(before.product)
    products.set(products_id, after)
    if (id !== undefined) productsIdOf.set(id, products_id)
  }

  /**
   * Deletes the entry of a product in `productsIdOf`. The entry stays if another product has that
   * `id` by now.
   */
  function deleteIdEntry({ products_id, id }: ProductRecord) {
    if (id !== undefined && productsIdOf.get(id) === products_id) productsIdOf.delete(id)
  }

  function remove(productsId: string) {
    const before = products.get(productsId)
    if (!before) return
    recordChange(productsId)
    products.delete(productsId)
    deleteIdEntry(before.product)
  }

  /**
   * Updates a shard in memory. Ignores a shard that is not newer than the shard in memory, and a
   * shard that the product does not have.
   */
  function publishStock({ productsId, shard, units, version }: StockShard) {
    const before = products.get(productsId)
    if (!before || shard >= before.shardCount) return
    const knownVersion = before.shards[shard]?.version ?? -1
    if (version <= knownVersion) return
    replace({ ...before, shards: before.shards.with(shard, { productsId, shard, units, version }) })
  }

  /** Updates the products that were found. Removes the requested products that were not found. */
  function applyRead(requestedIds: Iterable<string>, found: readonly Item[], stock: readonly Item[]) {
    const foundIds = new Set(found.map((item) => String(item['products_id'])))
    for (const productsId of requestedIds) if (!foundIds.has(productsId)) remove(productsId)
    const stockOf = Map.groupBy(stock.map(toStockShard), ({ productsId }) => productsId)
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
    // `fillCatalogue` writes the first products of empty tables, and then increases the version.
    // So at version 0, it has not written all products yet, and none of them may be visible.
    const items = version === 0 ? [] : await scanItems(client, tables.products)
    const { stock = [], found = [] } = Object.groupBy(items, (item) =>
      isStockItem(item) ? 'stock' : 'found',
    )
    applyRead([...products.keys()], found, stock)
  }

  /** Loads a recent snapshot of these tables, so that only later changes must be read. */
  async function loadSnapshot(startedAt: number) {
    const bytes = await snapshots?.read().catch(() => null)
    const snapshot = bytes ? await unpackSnapshot(bytes) : null
    if (!snapshot || startedAt - snapshot.head.at >= PAUSE_MAX_MS) return
    const current = parseCatalogueItem(await readItem(client, tables.purchases, CATALOGUE_KEY))
    const { filledBy, version, at } = snapshot.head
    // Each call of `fillCatalogue` has an id, so tables that were deleted and created again have
    // another id. Tables that were never filled have an empty id.
    const isOfSameFill = filledBy !== '' && filledBy === current.filledBy
    // Tables that were restored from a backup may be older than the snapshot.
    const isNewerThanTables = version > current.version
    if (!isOfSameFill || isNewerThanTables) return
    for (const { item, stock } of snapshot.entries) putProduct(item, stock)
    // The version is that of the snapshot, so the next read finds the changes after the snapshot.
    catalogue = { ...current, version }
    readAt = at
  }

  async function readStorage() {
    const startedAt = now().getTime()
    const markCountAtStart = staleMarkCount
    if (!catalogue && snapshots) await loadSnapshot(startedAt)
    // After a long pause, the whole catalogue is read, as if there were no previous read.
    const isAfterPause = startedAt - readAt >= PAUSE_MAX_MS
    const previousCatalogue = isAfterPause ? undefined : catalogue
    // A read of the whole catalogue includes the current stock, so it needs no older stock changes.
    const stockChangesFrom = previousCatalogue ? readAt : startedAt
    const [item, stockChanges] = await Promise.all([
      readItem(client, tables.purchases, CATALOGUE_KEY),
      readStockChanges({ client, tables }, new Date(stockChangesFrom - OVERLAP_MS)),
    ])
    const next = parseCatalogueItem(item)
    const idsToRead = previousCatalogue ? idsChangedAfter(next, previousCatalogue.version) : null
    if (idsToRead) await readProducts(idsToRead)
    else await readWhole(next)
    for (const change of stockChanges) publishStock(change)

    catalogue = next
    readAt = startedAt
    coveredMarkCount = markCountAtStart
  }

  /**
   * Resolves after a read that began after the latest stale mark. A read in flight may have begun
   * before the mark. The loop then waits for that read, and starts another read.
   */
  async function read() {
    const neededMarkCount = staleMarkCount
    do {
      reading ??= readStorage().finally(() => {
        reading = undefined
      })
      await reading
    } while (coveredMarkCount < neededMarkCount)
  }

  async function refreshIfStale() {
    if (!isFresh()) await read()
  }

  function sortByPosition(found: Iterable<MirroredProduct>): PositionedProduct[] {
    return Array.from(found, ({ position, product }) => ({ position, product })).toSorted(
      (a, b) => a.position - b.position,
    )
  }

  const latestChange = (): LatestChange => ({
    // For example `4f1c….17`.
    any: `${instanceId}.${changeCount}`,
    exceptStock: String(catalogue?.version ?? 0),
  })

  /**
   * The `products_id` of each change after `since`, which is an earlier `latestChange().any`. Null
   * when `since` is null or comes from another process, or when a change is no longer listed.
   */
  function listIdsChangedSince(since: string | null): string[] | null {
    const [sinceInstanceId, sinceCount] = since?.split('.') ?? []
    if (sinceInstanceId !== instanceId) return null
    const missed = changeCount - Number(sinceCount)
    const areListed = missed >= 0 && missed <= changedIds.length
    return areListed ? changedIds.slice(changedIds.length - missed) : null
  }

  /** Finds a product by its `products_id`. If there is none, finds it by its `id`. */
  function findMirrored(id: string): MirroredProduct | undefined {
    const productsId = products.has(id) ? id : productsIdOf.get(id)
    return productsId === undefined ? undefined : products.get(productsId)
  }

  return {
    isFresh,
    latestChange,
    refreshIfStale,
    findMirrored,
    publishStock,
    markStale,

    find: (id: string): ProductRecord | null => findMirrored(id)?.product ?? null,

    /** Updates the stock of a product in memory from storage. Returns the shards, in order. */
    async refreshStock(productsId: string): Promise<StockShard[]> {
      const { shardCount = 0 } = products.get(productsId) ?? {}
      const found = await readItems(client, stockKeys(tables.products, productsId, shardCount))
      const shards = (found.get(tables.products) ?? []).map(toStockShard)
      for (const each of shards) publishStock(each)
      return shards.toSorted((a, b) => a.shard - b.shard)
    },

    /** Must be called after this process has stored a change of a product. */
    async refreshAfterWrite() {
      markStale()
      // An error of this read must not look like a failed change, because the change is stored. The
      // next refresh reads the change.
      await refreshIfStale().catch(() => {})
    },

    /**
     * Reads storage even when the mirror is fresh, and returns the catalogue item that was read. A
     * write of a product needs that item: DynamoDB refuses the write if the catalogue has changed
     * after this read.
     */
    async refreshNow(): Promise<CatalogueItem> {
      markStale()
      await read()
      return catalogue ?? parseCatalogueItem(null)
    },

    /**
     * Writes a snapshot if the mirror has changed since the last snapshot, or if the last snapshot is
     * old.
     */
    async writeSnapshot() {
      if (!catalogue || !snapshots) return
      const isOld = readAt - readAtInSnapshot >= SNAPSHOT_AGE_MAX_MS
      if (changeCount === changeCountInSnapshot && !isOld) return
      const { filledBy, version } = catalogue
      const at = readAt
      // The mirror may change while the snapshot is written. Those changes are not in the snapshot.
      const changeCountAtStart = changeCount
      const entries = Array.from(products.values(), (mirrored) => ({
        item: toProductItem(mirrored),
        stock: mirrored.shards.filter((shard) => shard !== undefined),
      }))
      await snapshots.write(await packSnapshot({ filledBy, version, at }, entries))
      changeCountInSnapshot = changeCountAtStart
      readAtInSnapshot = at
    },

    list: () => sortByPosition(products.values()),

    listFamily: (family: string) =>
      Array.from(products.values(), ({ product }) => product).filter(
        (product) => familyOf(product) === family,
      ),

    /** Whether the catalogue was read at least once. */
    isLoaded: () => catalogue !== undefined,

    isEmpty: () => products.size === 0,

    changesSince(since: string | null): CatalogueChanges & { products: PositionedProduct[] } {
      const latest = latestChange()
      const missedIds = listIdsChangedSince(since)
      if (!missedIds) {
        return { latest, isWhole: true, products: sortByPosition(products.values()), removed: [] }
      }
      const ids = [...new Set(missedIds)]
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

function newerShard(inMemory: StockShard | undefined, fromStorage: StockShard | undefined) {
  if (!inMemory) return fromStorage
  if (!fromStorage) return inMemory
  return inMemory.version > fromStorage.version ? inMemory : fromStorage
}

/** Sets the product's stock to the sum of its shards. A shard that was not read yet counts 0. */
function withStock(mirrored: MirroredProduct): MirroredProduct {
  const { shardCount, shards, product } = mirrored
  const { stock: _stock, ...fields } = product
  if (shardCount === 0) return { ...mirrored, product: fields }
  return {
    ...mirrored,
    product: { ...fields, stock: shards.reduce((sum, each) => sum + (each?.units ?? 0), 0) },
  }
}
