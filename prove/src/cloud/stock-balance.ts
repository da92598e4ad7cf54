import { randomUUID } from 'node:crypto'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { scanItems } from '@nashta/dynamodb/read-items'
import { createDynamoProductStore } from '@nashta/shop-api/adapters/dynamodb/catalogue/product-store'
import { createStockReservations } from '@nashta/shop-api/adapters/dynamodb/orders/stock-reservation'
import type { ShopTableNames } from '@nashta/shop-api/adapters/dynamodb/tables'
import type { ProductStore } from '@nashta/shop-api/catalogue/product-store'
import type { StockEntry } from '@nashta/shop-api/catalogue/stock/stock-entry'

/** Longer than the lifetime of a stock reservation. */
const AFTER_HOLDS_MS = 61_000

/** By this clock, the time of every reservation is over. */
function now() {
  return new Date(Date.now() + AFTER_HOLDS_MS)
}

const HISTORY_PAGE = 50

async function readHistory(products: Pick<ProductStore, 'stockHistory'>, productsId: string) {
  const entries: StockEntry[] = []
  let before: string | undefined
  for (;;) {
    const page = await products.stockHistory(productsId, { limit: HISTORY_PAGE, before })
    entries.push(...page.entries)
    if (page.next === null) return entries
    before = page.next
  }
}

function countOf(history: readonly StockEntry[], wanted: StockEntry['kind']) {
  return history.filter(({ kind }) => kind === wanted).length
}

/**
 * Ends all reservations. Returns the ids of all orders, the numbers of all charges, mails and
 * reservations, and for one product the units that are left and the sums of its stock's history.
 */
export async function readBalance(client: Dynamo, tables: ShopTableNames, productsId: string) {
  const products = createDynamoProductStore({ client, tables, now, newId: randomUUID })
  await createStockReservations({ client, tables, products, now }).reconcile((error) => {
    throw error
  })
  const history = await readHistory(products, productsId)
  await products.close()

  const purchases = await scanItems(client, tables.purchases)
  const count = (matches: (item: Record<string, unknown>) => boolean) => purchases.filter(matches).length
  const items = await scanItems(client, tables.products)
  const stockItems = items.filter((item) => item['productsId'] === productsId)
  return {
    orderIds: purchases.flatMap(({ sk }) => /^order#(.*)$/.exec(String(sk))?.[1] ?? []),
    charges: count(({ sk }) => sk === 'charge'),
    mails: count(({ topic }) => topic === 'mail'),
    reservations: count(({ pk }) => String(pk).startsWith('reservations#')),
    historySum: history.reduce((sum, { units }) => sum + units, 0),
    // An order that a dead process was charging is removed, and its units go back.
    ordersInHistory: countOf(history, 'order') - countOf(history, 'unpaid'),
    unitsLeft: stockItems.reduce((sum, { units }) => sum + Number(units), 0),
  }
}
