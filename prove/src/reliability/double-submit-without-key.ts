import { expectFigures } from '../expect-figures.ts'
import type { Proof } from '../proof.ts'
import { readShopFile } from '../shop-file.ts'
import { DONUT, donuts, type Shopper, shoppersAt } from '../shopper.ts'
import { orderIn } from './answers.ts'

const AT_ONCE = 20
const SHOPPERS = 8

export const doubleSubmitWithoutKey: Proof = {
  id: 'R2',
  test: `The same order, ${AT_ONCE} times at once, without a key`,
  sizes: { quick: 5, short: 200, nightly: 2000 },
  unit: 'rounds',
  async run(scene, size) {
    const dataFolder = scene.freshFolder()
    const { url } = await scene.startStore({ DATA_DIR: dataFolder })
    const shoppers = await shoppersAt(url, SHOPPERS)
    const orders = new Set<string>()
    for (let round = 0; round < size; round += 1) {
      const shopper = shoppers[round % SHOPPERS] as Shopper
      for (const order of await ordersOfOneRound(shopper)) orders.add(order)
    }

    const [counted] = readShopFile<{ orders: number; mails: number; left: number }>(
      dataFolder,
      `SELECT (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM outbox) AS mails,
        (SELECT count(*) FROM carts WHERE lines <> '[]') AS left`,
    )
    expectFigures({
      'orders answered': [orders.size, size],
      orders: [counted?.orders, size],
      mails: [counted?.mails, size],
      'carts that still hold what was bought': [counted?.left, 0],
    })
    return `${size} orders, ${size} mails; ${size * AT_ONCE} answers, one order in each round`
  },
  mutations: [
    {
      what: 'the cart that an order left behind counts as another one',
      file: 'apps/shop-api/src/purchases/purchase-attempt.ts',
      from: '[stored.cartVersionBefore, stored.cartVersionAfter].includes(cartVersion)',
      to: 'stored.cartVersionBefore === cartVersion',
    },
    {
      what: 'an order without a key is not remembered',
      file: 'apps/shop-api/src/adapters/sqlite/purchase-store.ts',
      from: 'cartVersionBefore: attempt.key === undefined ? cart.version : null,',
      to: 'cartVersionBefore: null,',
    },
  ],
}

/** Whoever fills the cart anew means another order. */
async function ordersOfOneRound({ call, userId }: Shopper) {
  await call('POST', `/carts/${userId}`, { productId: DONUT.productId, quantity: 2 })
  const submit = () => call('POST', `/purchases/${userId}`, donuts(2))
  return (await Promise.all(Array.from({ length: AT_ONCE }, submit))).map(orderIn)
}
