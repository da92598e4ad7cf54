import { PRODUCT_SORTS } from '@nashta/contracts/constants'
import type { ShelfIndex } from '@nashta/contracts/storefront/shelf-rules'
import type { CatalogueChanges, LatestChange, ProductStore } from './product-store.ts'
import { createSalesScores, type SalesScoresDeps } from './sales-scores.ts'
import type { SynonymStore } from './search-words/synonym-store.ts'
import { createCatalogueTable, type CatalogueTable } from './search/catalogue-table.ts'
import type { ShelfStore } from './shelves/shelf-store.ts'

/** While a large catalogue is loaded, other requests are served after every 200 products. */
const SLICE_SIZE = 200

/** Changes of stock and sales give a new catalogue version at most once in this time. */
const STOCK_INTERVAL_MS = 1000
/**
 * For each new catalogue version, the response with all products is built again. If one build takes
 * 100 ms, changes of stock and sales give a new version at most every 20 × 100 ms. So builds take
 * at most 5% of the time.
 */
const STOCK_INTERVAL_PER_LIST_BUILD = 20

/**
 * So many changes by admins give a new version at once. An import changes products for minutes: after
 * these, its changes count as those of stock do, so that visitors do not wait for pages that are made anew
 * for every row.
 */
const CHANGES_AT_ONCE = 20
/** One more change may count at once after this time. */
const CHANGE_REGAINED_MS = 1000

type Deps = Pick<SalesScoresDeps, 'now' | 'logger'> & {
  products: ProductStore
  shelves: ShelfStore
  synonyms: SynonymStore
}

type Loaded = { table: CatalogueTable; latest: LatestChange; shelves: ShelfIndex }

/** The catalogue in memory, arranged for lists and searches, and its version. */
export function createInMemoryCatalogue({ products, shelves, synonyms, now, logger }: Deps) {
  const sales = createSalesScores({ products, now, ...(logger && { logger }) })
  const nowMs = () => now().getTime()
  let loaded: Loaded | undefined
  let salesVersion = 0
  let loading: Promise<void> | undefined
  let lastVersion = { text: '', exceptStock: '', madeAt: Number.NEGATIVE_INFINITY }
  let stockIntervalMs = STOCK_INTERVAL_MS
  let changesLeft = { count: CHANGES_AT_ONCE, at: Number.NEGATIVE_INFINITY }

  /**
   * The version of products, shelves and synonyms. `createApp` adds the version of the shop's record.
   *
   * - A change by an admin gives a new version at once, unless there are very many.
   * - Stock and sales scores change with every purchase, so they give a new version at most once in
   *   `stockIntervalMs`.
   * - With DynamoDB, a change by another process gives a new version up to two seconds later.
   *
   * Lists and pages that are built after reading a version are at least as new as that version.
   */
  function catalogueVersion(): string {
    const { any, exceptStock } = products.latestChange()
    const at = nowMs()
    // Without `abs`, setting the clock back would stop new versions until it has caught up.
    const isStockIntervalOver = Math.abs(at - lastVersion.madeAt) >= stockIntervalMs
    const countsAtOnce = exceptStock !== lastVersion.exceptStock && mayCountAtOnce(at)
    if (isStockIntervalOver || countsAtOnce) {
      lastVersion = { text: `${exceptStock} ${any} ${salesVersion}`, exceptStock, madeAt: at }
    }
    // New sales scores are loaded in the background, so they change only a later version. If the
    // load fails, a later call repeats it.
    if (sales.isReadDue(at)) catchUp().catch(() => {})
    return `${lastVersion.text} ${shelves.version()} ${synonyms.version()}`
  }

  function mayCountAtOnce(at: number): boolean {
    const regained = Math.floor(Math.abs(at - changesLeft.at) / CHANGE_REGAINED_MS)
    if (regained > 0) changesLeft = { count: Math.min(CHANGES_AT_ONCE, changesLeft.count + regained), at }
    if (changesLeft.count === 0) return false
    changesLeft.count -= 1
    return true
  }

  function isCurrent(): boolean {
    const hasAllProducts = loaded?.latest.any === products.latestChange().any
    return hasAllProducts && loaded?.shelves === shelves.current() && !sales.isReadDue(nowMs())
  }

  async function applyChanges(
    { isWhole, products: changed, removed, latest }: CatalogueChanges,
    index: ShelfIndex,
  ) {
    // A new table replaces the current one only when it is complete.
    const table = isWhole || !loaded ? createCatalogueTable(index) : loaded.table
    for (const productsId of removed) table.remove(productsId)
    let count = 0
    for await (const product of changed) {
      table.put(product)
      count += 1
      if (count % SLICE_SIZE === 0) await new Promise(setImmediate)
    }
    if (isWhole || sales.isReadDue(nowMs())) {
      const hasChanged = table.setSalesScores(await sales.read())
      if (hasChanged) salesVersion += 1
    }
    if (isWhole) await sortAhead(table)
    loaded = { table, latest, shelves: index }
  }

  /**
   * Loads the changes since the last load, and new sales scores when they are due. Concurrent calls
   * share one load.
   */
  function catchUp(): Promise<void> {
    const index = shelves.current()
    // With other shelves, products have other names of shelves: the whole catalogue is loaded again.
    const since = loaded?.shelves === index ? loaded.latest.any : null
    loading ??= products
      .changesSince(since)
      .then((changes) => applyChanges(changes, index))
      .finally(() => {
        loading = undefined
      })
    return loading
  }

  return {
    catalogueVersion,

    /** Whether all changes so far are loaded. */
    isCurrent,

    /** The table with all changes so far, and the current catalogue version. */
    async current(): Promise<{ table: CatalogueTable; version: string }> {
      await Promise.all([products.refresh(), shelves.read(), synonyms.read()])
      for (;;) {
        if (loaded && isCurrent()) {
          loaded.table.setWords(synonyms.current().words)
          return { table: loaded.table, version: catalogueVersion() }
        }
        // A change made during this load needs another load.
        await catchUp()
      }
    },

    /** Must be called after each build of the response with the whole list. */
    reportListBuild(durationMs: number) {
      stockIntervalMs = Math.max(STOCK_INTERVAL_MS, STOCK_INTERVAL_PER_LIST_BUILD * durationMs)
    },
  }
}

/** Sorts before the first request, because sorting a large catalogue takes a moment. */
async function sortAhead(table: CatalogueTable) {
  table.textIndex.sortWordsAhead()
  await new Promise(setImmediate)
  for (const sort of PRODUCT_SORTS) {
    table.sortedIndex(sort)
    await new Promise(setImmediate)
  }
}

export type InMemoryCatalogue = ReturnType<typeof createInMemoryCatalogue>
