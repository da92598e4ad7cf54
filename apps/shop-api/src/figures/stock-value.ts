import { setImmediate as nextTurn } from 'node:timers/promises'
import { lineName } from '@nashta/contracts/catalogue/line-name'
import { type StockValue, UNKNOWN_COSTS_MAX } from '@nashta/contracts/figures/stock-value'
import { asPaise, type Paise, paiseToRupees } from '@nashta/contracts/money'
import type { ProductStore } from '../catalogue/product-store.ts'
import type { StockEntry } from '../catalogue/stock/stock-entry.ts'

/** The units of a stock, and what they have cost: the cost of `unknownUnits` of them is not known. */
export type CostOfUnits = { units: number; unknownUnits: number; costPaise: Paise }

/** By these, new units come into the shop. All others that add units bring back what an order took. */
const ARRIVALS: ReadonlySet<StockEntry['kind']> = new Set(['start', 'received', 'counted', 'changed'])

const PAGE_SIZE = 100
/** After so many pages of a history, the cost of the units that are left counts as unknown. */
const PAGES_MAX = 50

/**
 * Begins with the stock of a product. `add` takes the next older entries of its history, and returns
 * whether all units are found. What came first is sold first, so the units in stock are those that came last.
 */
export function createCosting(stock: number) {
  let left = stock
  let known = 0
  let costPaise = 0
  return {
    add(entries: readonly StockEntry[]): boolean {
      for (const { kind, units, costPaise: unitPaise } of entries) {
        if (units <= 0 || !ARRIVALS.has(kind)) continue
        const found = Math.min(left, units)
        left -= found
        if (unitPaise === undefined) continue
        known += found
        costPaise += found * unitPaise
      }
      return left === 0
    },
    result: (): CostOfUnits => ({ units: stock, unknownUnits: stock - known, costPaise: asPaise(costPaise) }),
  }
}

async function costOf(products: ProductStore, productsId: string, stock: number): Promise<CostOfUnits> {
  const costing = createCosting(stock)
  let before: string | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { entries, next } = await products.stockHistory(productsId, { limit: PAGE_SIZE, before })
    if (costing.add(entries) || next === null) break
    before = next
  }
  return costing.result()
}

/** Each product whose units are counted and that has some, with what they have cost. */
export async function* readStockCosts(products: ProductStore) {
  for await (const product of products.readAll()) {
    const { products_id, stock = 0 } = product
    if (stock === 0) continue
    yield { products_id, name: lineName(product), ...(await costOf(products, products_id, stock)) }
    // Visitors are served between two products.
    await nextTurn()
  }
}

/** A value is used for so long, because reading it reads the history of every product. */
const FRESH_MS = 60_000

/** Returns a function that reads the value of the stock. Calls at the same time share one reading. */
export function createStockValue({ products, now }: { products: ProductStore; now: () => Date }) {
  let latest: { value: Promise<StockValue>; at: number } | null = null

  async function read(): Promise<StockValue> {
    const at = now().toISOString()
    const sums = { units: 0, unknownUnits: 0, costPaise: 0 }
    const unknown: StockValue['unknown'] = []
    for await (const { products_id, name, units, unknownUnits, costPaise } of readStockCosts(products)) {
      sums.units += units
      sums.unknownUnits += unknownUnits
      sums.costPaise += costPaise
      if (unknownUnits > 0) unknown.push({ products_id, name, units: unknownUnits })
    }
    return {
      at,
      units: sums.units,
      cost: paiseToRupees(asPaise(sums.costPaise)),
      unknownUnits: sums.unknownUnits,
      unknownProducts: unknown.length,
      unknown: unknown.toSorted((one, other) => other.units - one.units).slice(0, UNKNOWN_COSTS_MAX),
    }
  }

  return (): Promise<StockValue> => {
    const time = now().getTime()
    if (latest && Math.abs(time - latest.at) < FRESH_MS) return latest.value
    const value = read()
    latest = { value, at: time }
    value.catch(() => {
      latest = null
    })
    return value
  }
}
