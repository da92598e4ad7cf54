import { randomUUID } from 'node:crypto'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { scanItems } from '@nashta/dynamodb/read-items'
import { createDynamoProductStore } from '@nashta/shop-api/adapters/dynamodb/catalogue/product-store'
import { createStockReservations } from '@nashta/shop-api/adapters/dynamodb/orders/stock-reservation'
import type { ShopTableNames } from '@nashta/shop-api/adapters/dynamodb/tables'

/** Longer than the lifetime of a stock reservation. */
const AFTER_HOLDS_MS = 61_000

/** By this clock, the time of every reservation is over. */
function now() {
  return new Date(Date.now() + AFTER_HOLDS_MS)
}

/**
 * Ends all reservations. Then it returns the ids of the stored orders, and counts the charges, mails and reservations of all
 * products, and the units that are left of one product.
 */
export async function readBalance(client: Dynamo, tables: ShopTableNames, productsId: string) {
  const products = createDynamoProductStore({ client, tables, now, newId: randomUUID })
  await createStockReservations({ client, tables, products, now }).reconcile((error) => {
    throw error
  })
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
    unitsLeft: stockItems.reduce((sum, { units }) => sum + Number(units), 0),
  }
}
