import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { readShopFile } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { CARD, DONUT, donutOrder, type Shopper, createShoppers, itemAt } from '../shopper.ts'
import { purchaseIdOrError } from './shop-calls.ts'

const AT_ONCE_WITH_KEY = 50
const AT_ONCE_WITHOUT_KEY = 20
const SHOPPERS = 8

export const doubleSubmit: Proof = {
  id: 'R1',
  test: `The same order, ${AT_ONCE_WITH_KEY} times at once, with one key`,
  sizes: { quick: 5, short: 200, nightly: 2000 },
  unit: 'rounds',
  async run(context, size) {
    const dataFolder = context.freshFolder()
    const store = await context.startStore({ DATA_DIR: dataFolder })
    const shoppers = await createShoppers(store.url, SHOPPERS)
    let differentRounds = 0
    for (let round = 0; round < size; round += 1) {
      const orders = await submitWithKey(itemAt(shoppers, round))
      if (orders.size !== 1) differentRounds += 1
    }

    const [counted] = readShopFile<{ orders: number; captures: number; mails: number }>(
      dataFolder,
      `SELECT (SELECT count(*) FROM orders) AS orders,
        (SELECT count(*) FROM documents WHERE sk = 'charge' AND body ->> 'declined' IS NULL) AS captures,
        (SELECT count(*) FROM outbox WHERE topic = 'mail') AS mails`,
    )
    expectFigures({
      'rounds that gave different responses': [differentRounds, 0],
      orders: [counted?.orders, size],
      captures: [counted?.captures, size],
      mails: [counted?.mails, size],
    })
    return `${size} orders, ${size} captures, ${size} mails; ${size * AT_ONCE_WITH_KEY} responses, one order in each round`
  },
  mutations: [
    {
      what: 'the key of an order is not stored',
      file: 'apps/shop-api/src/adapters/sqlite/purchase-store.ts',
      from: 'attemptKey: attempt.key ?? null,',
      to: 'attemptKey: null,',
    },
    {
      what: 'a repeated order is placed again',
      file: 'apps/shop-api/src/adapters/sqlite/purchase-store.ts',
      from: 'if (replayedOrder) return { order: replayedOrder, replayed: true }',
      to: '',
    },
  ],
}

/**
 * Returns the purchase ids and errors in all responses. A request that is refused because another
 * one with its key is in flight is sent once more.
 */
async function submitWithKey(shopper: Shopper): Promise<Set<string>> {
  const key = randomUUID()
  const submit = () =>
    shopper.call('POST', `/purchases/${shopper.userId}`, donutOrder(1, CARD), {
      [IDEMPOTENCY_KEY_HEADER]: key,
    })
  async function submitWithRetry() {
    const first = await submit()
    return first.status === 409 ? submit() : first
  }
  const responses = await Promise.all(Array.from({ length: AT_ONCE_WITH_KEY }, submitWithRetry))
  return new Set(responses.map(purchaseIdOrError))
}

export const doubleSubmitWithoutKey: Proof = {
  id: 'R2',
  test: `The same order, ${AT_ONCE_WITHOUT_KEY} times at once, without a key`,
  sizes: { quick: 5, short: 200, nightly: 2000 },
  unit: 'rounds',
  async run(context, size) {
    const dataFolder = context.freshFolder()
    const { url } = await context.startStore({ DATA_DIR: dataFolder })
    const shoppers = await createShoppers(url, SHOPPERS)
    const orders = new Set<string>()
    for (let round = 0; round < size; round += 1) {
      const shopper = itemAt(shoppers, round)
      for (const order of await submitWithoutKey(shopper)) orders.add(order)
    }

    const [counted] = readShopFile<{ orders: number; mails: number; filledCarts: number }>(
      dataFolder,
      `SELECT (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM outbox WHERE topic = 'mail') AS mails,
        (SELECT count(*) FROM carts WHERE lines <> '[]') AS filledCarts`,
    )
    expectFigures({
      'orders in responses': [orders.size, size],
      orders: [counted?.orders, size],
      mails: [counted?.mails, size],
      'carts that still hold bought items': [counted?.filledCarts, 0],
    })
    return `${size} orders, ${size} mails; ${size * AT_ONCE_WITHOUT_KEY} responses, one order in each round`
  },
  mutations: [
    {
      what: 'a keyless repeat is not recognised once the order has emptied the cart',
      file: 'apps/shop-api/src/orders/order/purchase.ts',
      from: '[stored.cartVersionBefore, stored.cartVersionAfter].includes(cartVersion)',
      to: 'stored.cartVersionBefore === cartVersion',
    },
    {
      what: 'a repeated order without a key is not recognised',
      file: 'apps/shop-api/src/adapters/sqlite/purchase-store.ts',
      from: 'cartVersionBefore: attempt.key === undefined ? cartVersionBefore : null,',
      to: 'cartVersionBefore: null,',
    },
  ],
}

/**
 * Returns the purchase ids and errors in all responses. The cart is filled first: without its new
 * version, the order would be a repeat of the order of an earlier round.
 */
async function submitWithoutKey({ call, userId }: Shopper) {
  await call('POST', `/carts/${userId}`, { productId: DONUT.productId, quantity: 2 })
  const submit = () => call('POST', `/purchases/${userId}`, donutOrder(2))
  return (await Promise.all(Array.from({ length: AT_ONCE_WITHOUT_KEY }, submit))).map(purchaseIdOrError)
}
