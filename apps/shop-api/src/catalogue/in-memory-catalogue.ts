import { PRODUCT_SORTS } from '@nashta/contracts/constants'
import type { CatalogueChanges, LatestChange, ProductStore } from './product-store.ts'
import { createSalesScores } from './sales-scores.ts'
import { createCatalogueTable, type CatalogueTable } from './search/catalogue-table.ts'

/** A large catalogue is loaded in slices, so that other requests are served in between. */
const SLICE = 200

/** Stock and sales changes enter the catalogue version at most this often, */
const STOCK_INTERVAL_MS = 1000
/** and building the whole list for them takes at most a twentieth of the time. */
const STOCK_INTERVAL_PER_LIST_BUILD = 20

type Deps = { products: ProductStore; now: () => Date }

type Loaded = { table: CatalogueTable; latest: LatestChange }

/** The catalogue in memory, arranged for lists and searches, and its version. */
export function createInMemoryCatalogue({ products, now }: Deps) {
  const sales = createSalesScores({ products, now })
  const time = () => now().getTime()
  let loaded: Loaded | undefined
  let salesChanges = 0
  let loading: Promise<void> | undefined
  let sampled = { offer: '', stockAndSales: '', at: Number.NEGATIVE_INFINITY }
  let stockIntervalMs = STOCK_INTERVAL_MS

  /**
   * The catalogue version: a string that changes whenever a list or a page of products may look different. A change
   * that an admin makes changes it at once. Changes of stock and of the sales order come with every purchase, so they
   * change it at most once a second; for a catalogue whose list takes long to build, less often. Everything built after
   * reading a version is at least as new as that version.
   *
   * It is exact with SQLite. With DynamoDB it is at most two seconds behind changes made by other processes. A remote
   * Shop API is polled for it (service-kit/http/watch-catalogue.ts).
   */
  function catalogueVersion(): string {
    const { any, offer } = products.latestChange()
    const at = time()
    if (sampled.offer !== offer || at - sampled.at >= stockIntervalMs) {
      sampled = { offer, stockAndSales: `${any} ${salesChanges}`, at }
    }
    // The sales order is read in the background. A new order changes the version when it is there.
    if (sales.isDue(at)) catchUp().catch(() => {})
    return `${sampled.offer} ${sampled.stockAndSales}`
  }

  function isCurrent(): boolean {
    return loaded?.latest.any === products.latestChange().any && !sales.isDue(time())
  }

  async function apply({ whole, placed, removed, latest }: CatalogueChanges) {
    // A new table is filled apart from the one in use, which serves until the new one is complete.
    const table = whole || !loaded ? createCatalogueTable() : loaded.table
    for (const productsId of removed) table.remove(productsId)
    for (const [index, product] of placed.entries()) {
      table.put(product)
      if (index % SLICE === SLICE - 1) await new Promise(setImmediate)
    }
    if (whole || sales.isDue(time())) salesChanges += table.setScores(await sales.read()) ? 1 : 0
    if (whole) await sortAhead(table)
    loaded = { table, latest }
  }

  function catchUp(): Promise<void> {
    loading ??= products
      .changesSince(loaded?.latest.any ?? null)
      .then(apply)
      .finally(() => {
        loading = undefined
      })
    return loading
  }

  return {
    catalogueVersion,

    /** Whether `current` would return without waiting. */
    isCurrent,

    /** The table with all changes so far, and the version it has at this moment. */
    async current(): Promise<{ table: CatalogueTable; version: string }> {
      await products.refresh()
      for (;;) {
        if (loaded && isCurrent()) return { table: loaded.table, version: catalogueVersion() }
        // A change made while this waits needs another round.
        await catchUp()
      }
    },

    /** To be called when the whole list was built. */
    reportListBuild(durationMs: number) {
      stockIntervalMs = Math.max(STOCK_INTERVAL_MS, STOCK_INTERVAL_PER_LIST_BUILD * durationMs)
    },
  }
}

/** Sorts before the first request: each sort of a large catalogue takes a moment. */
async function sortAhead(table: CatalogueTable) {
  table.text.prepare()
  await new Promise(setImmediate)
  for (const sort of PRODUCT_SORTS) {
    table.order(sort)
    await new Promise(setImmediate)
  }
}

export type InMemoryCatalogue = ReturnType<typeof createInMemoryCatalogue>
