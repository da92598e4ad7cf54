import { expectFigures } from '../expect-figures.ts'
import type { Proof } from '../proof.ts'
import { readShopFile } from '../shop-file.ts'
import { type Shopper, shoppersAt } from '../shopper.ts'
import { adminAt } from './admin.ts'
import { explainCart } from './explain-cart.ts'
import { backInTime } from './history.ts'
import { killUnderLoad } from './kill-under-load.ts'
import { startLastingStore } from './lasting-store.ts'
import { createRecordedClient, type Priced, type Recorded } from './recorded-client.ts'

const CLIENTS = 8
const SHOPPERS = 3
const OPERATIONS_TO_A_KILL = 1000
const SNACKS: Priced[] = [
  { productId: 'donut-strawberry-sprinkle', price: 89 },
  { productId: 'chocolate-dark-70', price: 249 },
  { productId: 'chips-magic-masala', price: 49 },
]
/** Of each, for every operation: too few for all who want one. */
const STOCK_SHARE = 0.08
const PROBLEMS_SHOWN = 3

export const recordedHistories: Proof = {
  id: 'R9',
  test: `Recorded histories of ${CLIENTS} clients on ${SHOPPERS} carts, orders and stock, with kills, are one thing after the other`,
  sizes: { quick: 600, short: 10_000, nightly: 100_000 },
  unit: 'operations',
  async run(scene, size) {
    const store = await startLastingStore(scene)
    const admin = await adminAt(store.url, store.dataFolder)
    const shoppers = await shoppersAt(store.url, SHOPPERS)
    const stock = Math.ceil(size * STOCK_SHARE)
    for (const { productId } of SNACKS) await admin.call('PUT', `/products/${productId}`, { stock })

    const recorded: Recorded = { made: new Map(), seen: new Map(), sold: [], stock: [], lists: [] }
    const clients = Array.from({ length: CLIENTS }, (_, client) =>
      createRecordedClient(shoppers[client % SHOPPERS] as Shopper, SNACKS, recorded),
    )
    const kills = Math.ceil(size / OPERATIONS_TO_A_KILL)
    const untilKill = Math.ceil(size / (kills + 1))
    await killUnderLoad(store, {
      clients: CLIENTS,
      kills,
      answersBeforeKill: () => untilKill,
      request: (client) => clients[client]?.doSomething() ?? Promise.resolve(),
    })
    await Promise.all(
      clients.map(async ({ doSomething }) => {
        for (let turn = 0; turn < untilKill / CLIENTS; turn += 1) await doSomething()
      }),
    )

    // An order does not say what became of the cart: this is the last word on it.
    for (const { readCart } of clients) await readCart()

    const { made, seen, sold, lists } = recorded
    const carts = [...made].flatMap(([userId, changes]) => explainCart(changes, seen.get(userId) ?? []))
    const oldCarts = [...seen.values()].flatMap((entries) => backInTime(entries, ({ version }) => version))
    const kept = readShopFile<{ productsId: string; stock: number; units: number }>(
      store.dataFolder,
      `SELECT products.productsId, stock, sum(units) AS units FROM products JOIN sales USING (productsId)
        GROUP BY productsId`,
    )
    const orders = readShopFile<{ purchaseId: string }>(store.dataFolder, 'SELECT purchaseId FROM orders')
    const known = new Set(sold.map(({ order }) => order))
    expectFigures({
      'carts that cannot be explained': [carts.slice(0, PROBLEMS_SHOWN).join('; '), ''],
      'carts older than one seen before': [oldCarts.length, 0],
      'stock that cannot have been': [wrongStock(recorded, stock), 0],
      'stock below 0': [kept.filter((row) => row.stock < 0).length, 0],
      'products of which was sold other than was taken': [
        kept.filter(
          ({ productsId, stock: left, units }) =>
            units !== stock - left || units !== unitsOf(sold, productsId),
        ).length,
        0,
      ],
      'lists without an order that was there': [
        lists.filter(({ userId, orders: listed, from }) =>
          sold.some(
            ({ order, until, ...buyer }) =>
              buyer.userId === userId &&
              until < from &&
              order >= (listed.at(-1) ?? '') &&
              !listed.includes(order),
          ),
        ).length,
        0,
      ],
      orders: [orders.length, sold.length],
      'orders that a client knows of': [known.size, sold.length],
    })
    const changes = [...made.values()].reduce((sum, list) => sum + list.length, 0)
    const looks = [...seen.values(), recorded.stock, lists].reduce((sum, list) => sum + list.length, 0)
    return `${changes} changes and ${looks} looks over ${kills} kills, all explained by one order; ${sold.length} orders, sold = taken, stock never below 0`
  },
  mutations: [
    {
      what: 'more is sold than there is',
      file: 'apps/shop-api/src/adapters/sqlite/purchased-products.ts',
      from: 'return stock === null ? { taken: true } : { taken: false, available: stock ?? 0 }',
      to: 'return { taken: true }',
    },
    {
      what: 'a cart is read before its turn to be written',
      file: 'apps/shop-api/src/adapters/sqlite/cart-store.ts',
      from: `return database.write(() => {
        const before = read(userId)`,
      to: `const before = read(userId)
      return database.write(() => {`,
    },
  ],
}

function unitsOf(sold: Recorded['sold'], productId: string) {
  return sold.filter((one) => one.productId === productId).reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Looks that saw stock come back, or less or more of it than was left of what others had been sold by then. */
function wrongStock({ stock: looks, sold }: Recorded, atFirst: number) {
  return SNACKS.flatMap(({ productId }) => {
    const ofIt = looks.filter((look) => look.productId === productId)
    const bought = sold.filter((one) => one.productId === productId)
    const outside = ofIt.filter(({ stock, from, until }) => {
      const surely = bought.filter((one) => one.until < from)
      const perhaps = bought.filter((one) => one.from < until)
      return stock > atFirst - unitsOf(surely, productId) || stock < atFirst - unitsOf(perhaps, productId)
    })
    return outside.concat(backInTime(ofIt, ({ stock }) => -stock))
  }).length
}
