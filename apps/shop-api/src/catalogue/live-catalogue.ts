import { PRODUCT_SORTS } from '@nashta/contracts/product-query'
import { createCatalogueTable, type CatalogueTable } from './catalogue-table.ts'
import type { CatalogueChanges, ProductStore } from './product-store.ts'
import { createSalesScores } from './sales-scores.ts'

/** A large catalogue is taken in by slices, so that those who wait for something else get their turn. */
const SLICE = 200

export type LiveCatalogueDeps = { products: ProductStore; now: () => Date }

/** What an answer was made from. */
export type Stamp = {
  /** What is offered. */
  content: string
  /** Stock and sales order: they move with every purchase, and an answer may lag behind them for a moment. */
  soft: string
}

/** The catalogue in memory, as it is in the store whenever somebody asks. */
export function createLiveCatalogue({ products, now }: LiveCatalogueDeps) {
  let table = createCatalogueTable()
  const sales = createSalesScores({ products, now })
  let known: { version: string; revision: string } | undefined
  let salesChanges = 0
  let running: Promise<void> | undefined

  async function take({ whole, placed, removed, version, revision }: CatalogueChanges) {
    // Apart from the one in use, which serves until the new one is complete.
    const target = whole ? createCatalogueTable() : table
    for (const productsId of removed) target.remove(productsId)
    for (const [index, product] of placed.entries()) {
      target.put(product)
      if (index % SLICE === SLICE - 1) await new Promise(setImmediate)
    }
    if (whole || sales.isDue()) salesChanges += target.setScores(await sales.read()) ? 1 : 0
    if (whole) await arrange(target)
    table = target
    known = { version, revision }
  }

  async function catchUp() {
    await take(await products.changesSince(known?.revision ?? null))
  }

  function startCatchUp(): Promise<void> {
    running ??= catchUp().finally(() => {
      running = undefined
    })
    return running
  }

  return async function current(): Promise<{ table: CatalogueTable; stamp: Stamp }> {
    const revision = await products.revision()
    const isBehind = () => known?.revision !== revision || sales.isDue()
    // What was already under way may have looked before the change that we must see.
    if (isBehind() && running) await running
    if (isBehind()) await startCatchUp()

    const { version = '', revision: soft = '' } = known ?? {}
    return { table, stamp: { content: version, soft: `${soft} ${salesChanges}` } }
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

export type CurrentCatalogue = ReturnType<typeof createLiveCatalogue>
