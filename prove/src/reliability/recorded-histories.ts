import { readShopFile } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { createAdmin, createShoppers, itemAt } from '../shopper.ts'
import { findStaleReads } from './cart-model.ts'
import { explainCart } from './explain-cart.ts'
import { runLoadWithKills } from './load-with-kills.ts'
import {
  createRecordedClient,
  exportHistory,
  newHistory,
  type PricedProduct,
  type RecordedHistory,
} from './recorded-client.ts'
import { startRestartableStore } from './restartable-store.ts'

const CLIENTS = 8
const SHOPPERS = 3
const OPERATIONS_PER_KILL = 1000
const SNACKS: PricedProduct[] = [
  { productId: 'donut-strawberry-sprinkle', price: 89 },
  { productId: 'chocolate-dark-70', price: 249 },
  { productId: 'chips-magic-masala', price: 49 },
]
/**
 * The stock of each snack, in units for each operation. Clients try to buy about 0.13 units of it
 * for each operation, so that every snack sells out.
 */
const STOCK_PER_OPERATION = 0.08
const PROBLEMS_SHOWN = 3

export const recordedHistories: Proof = {
  id: 'R9',
  test: `Recorded histories of ${CLIENTS} clients on ${SHOPPERS} carts, orders and stock, with kills, are linearizable`,
  sizes: { quick: 600, short: 10_000, nightly: 100_000 },
  unit: 'operations',
  async run(context, size) {
    const store = await startRestartableStore(context)
    const admin = await createAdmin(store.url, store.dataFolder)
    const shoppers = await createShoppers(store.url, SHOPPERS)
    const stock = Math.ceil(size * STOCK_PER_OPERATION)
    for (const { productId } of SNACKS) await admin.call('PUT', `/products/${productId}`, { stock })

    const recorded = newHistory()
    const clients = Array.from({ length: CLIENTS }, (_, client) =>
      createRecordedClient(itemAt(shoppers, client), SNACKS, recorded),
    )
    const kills = Math.ceil(size / OPERATIONS_PER_KILL)
    // The store runs once before each kill and once after the last.
    const operationsPerRun = Math.ceil(size / (kills + 1))
    await runLoadWithKills(store, {
      clients: CLIENTS,
      kills,
      responsesBeforeKill: () => operationsPerRun,
      request: (client) => itemAt(clients, client).sendNext(),
    })
    await Promise.all(
      clients.map(async ({ sendNext }) => {
        for (let count = 0; count < operationsPerRun / CLIENTS; count += 1) await sendNext()
      }),
    )

    // A purchase response does not contain the cart, so the cart is read at the end.
    for (const { readCart } of clients) await readCart()
    exportHistory('R9', stock, recorded)

    const { made, seen, sold, lists } = recorded
    const unexplained = [...made].flatMap(([userId, changes]) => explainCart(changes, seen.get(userId) ?? []))
    const staleCarts = [...seen.values()].flatMap((reads) => findStaleReads(reads, ({ version }) => version))
    const stored = readShopFile<{ productsId: string; stock: number; units: number }>(
      store.dataFolder,
      `SELECT products.productsId, stock, sum(units) AS units FROM products JOIN sales USING (productsId)
        GROUP BY productsId`,
    )
    const orders = readShopFile<{ purchaseId: string }>(store.dataFolder, 'SELECT purchaseId FROM orders')
    const received = new Set(sold.map(({ order }) => order))
    expectFigures({
      'carts that cannot be explained': [unexplained.slice(0, PROBLEMS_SHOWN).join('; '), ''],
      'carts older than one seen before': [staleCarts.length, 0],
      'impossible stock values': [countWrongReads(recorded, stock), 0],
      'stock below 0': [stored.filter((row) => row.stock < 0).length, 0],
      'products whose sales and stock differ': [
        stored.filter(
          ({ productsId, stock: left, units }) =>
            units !== stock - left || units !== unitsSold(sold, productsId),
        ).length,
        0,
      ],
      'order lists that miss an order': [countListsThatMissAnOrder(recorded), 0],
      'stored orders': [orders.length, sold.length],
      'orders that a client received': [received.size, sold.length],
    })
    const changes = [...made.values()].reduce((sum, list) => sum + list.length, 0)
    const reads = [...seen.values(), recorded.stock, lists].reduce((sum, list) => sum + list.length, 0)
    return `${changes} changes and ${reads} reads over ${kills} kills, all explained by one sequence; ${sold.length} orders, sales match the stock, which is never below 0`
  },
  mutations: [
    {
      what: 'more is sold than the stock',
      file: 'apps/shop-api/src/adapters/sqlite/purchased-products.ts',
      from: 'return isUnlimited ? { taken: true } : { taken: false, available: row?.stock ?? 0 }',
      to: 'return { taken: true }',
    },
    {
      what: 'a cart is read outside its write transaction',
      file: 'apps/shop-api/src/adapters/sqlite/cart-store.ts',
      from: `return database.write(() => {
        const before = read(userId)`,
      to: `const before = read(userId)
      return database.write(() => {`,
    },
  ],
}

/**
 * Counts the lists that lack an order that was placed before the list was read. A list is the first
 * page, with the newest orders. Purchase ids grow with time, so an order with a lower id than the
 * last of the list may be on the next page.
 */
export function countListsThatMissAnOrder({ lists, sold }: RecordedHistory) {
  return lists.filter(({ userId, orders: listed, from }) => {
    const placedBefore = sold.filter((sale) => sale.userId === userId && sale.until < from)
    const lastId = listed.at(-1) ?? ''
    return placedBefore.some(({ order }) => order >= lastId && !listed.includes(order))
  }).length
}

export function unitsSold(sold: RecordedHistory['sold'], productId: string) {
  return sold.filter((one) => one.productId === productId).reduce((sum, { quantity }) => sum + quantity, 0)
}

/**
 * Counts the reads that saw the stock rise, or a stock that the sales before and during the read do
 * not explain.
 */
function countWrongReads({ stock: reads, sold }: RecordedHistory, initialStock: number) {
  return SNACKS.flatMap(({ productId }) => {
    const ofProduct = reads.filter((read) => read.productId === productId)
    const sales = sold.filter((one) => one.productId === productId)
    const outside = ofProduct.filter(({ stock, from, until }) => {
      const soldBefore = sales.filter((one) => one.until < from)
      const soldBeforeOrMeanwhile = sales.filter((one) => one.from < until)
      return (
        stock > initialStock - unitsSold(soldBefore, productId) ||
        stock < initialStock - unitsSold(soldBeforeOrMeanwhile, productId)
      )
    })
    // Stock only falls, so its negative grows with every new state.
    return outside.concat(findStaleReads(ofProduct, ({ stock }) => -stock))
  }).length
}
