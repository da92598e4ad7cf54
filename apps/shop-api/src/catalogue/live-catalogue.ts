import { PRODUCT_SORTS } from '@nashta/contracts/catalogue/product-sort'
import { createCatalogueTable, type CatalogueTable } from './catalogue-table.ts'
import type { CatalogueChanges, ProductStore } from './product-store.ts'
import { createSalesScores } from './sales-scores.ts'

/** A large catalogue is taken in by slices, so that those who wait for something else get their turn. */
const SLICE = 200

type LiveCatalogueDeps = { products: ProductStore; now: () => Date }

/** What an answer was made from. */
export type Stamp = {
  /** What is offered. */
  content: string
  /** Stock and sales order: they move with every purchase, and an answer may lag behind them for a moment. */
  soft: string
}

type Snapshot = { revision: string; table: CatalogueTable; stamp: Stamp }

/** The catalogue in memory, as it is in the store whenever somebody asks. */
export function createLiveCatalogue({ products, now }: LiveCatalogueDeps) {
  const sales = createSalesScores({ products, now })
  let latest: Snapshot | undefined
  let salesChanges = 0
  let running: Promise<Snapshot> | undefined

  const isCurrent = (snapshot: Snapshot | undefined, revision: string): snapshot is Snapshot =>
    snapshot?.revision === revision && !sales.isDue()

  async function take({ whole, placed, removed, version, revision }: CatalogueChanges) {
    // Apart from the one in use, which serves until the new one is complete.
    const table = whole || !latest ? createCatalogueTable() : latest.table
    for (const productsId of removed) table.remove(productsId)
    for (const [index, product] of placed.entries()) {
      table.put(product)
      if (index % SLICE === SLICE - 1) await new Promise(setImmediate)
    }
    if (whole || sales.isDue()) salesChanges += table.setScores(await sales.read()) ? 1 : 0
    if (whole) await arrange(table)
    latest = { revision, table, stamp: { content: version, soft: `${revision} ${salesChanges}` } }
    return latest
  }

  async function catchUp() {
    return take(await products.changesSince(latest?.revision ?? null))
  }

  function startCatchUp(): Promise<Snapshot> {
    running ??= catchUp().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    /** Undefined when it takes a look at the store to say. */
    atHand(): Snapshot | undefined {
      const revision = products.revision()
      return typeof revision === 'string' && isCurrent(latest, revision) ? latest : undefined
    },

    async current(): Promise<Snapshot> {
      const revision = await products.revision()
      if (isCurrent(latest, revision)) return latest
      // What was already under way may have looked before the change that we must see.
      if (running) {
        const taken = await running
        if (isCurrent(taken, revision)) return taken
      }
      return startCatchUp()
    },
  }
}

/** Ahead of the first who ask: a large catalogue takes a moment for each order. */
async function arrange(table: CatalogueTable) {
  table.text.prepare()
  await new Promise(setImmediate)
  for (const sort of PRODUCT_SORTS) {
    table.order(sort)
    await new Promise(setImmediate)
  }
}

export type LiveCatalogue = ReturnType<typeof createLiveCatalogue>
