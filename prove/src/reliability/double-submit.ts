import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { processCount, whyNoDynamoDbLocal } from '../cloud/cloud-shop.ts'
import { startDynamoDbFleet } from '../fleet/dynamodb-fleet.ts'
import { callFleet, countPiecesInCarts, type Fleet, fleetOrder } from '../fleet/fleet.ts'
import { startSqliteFleet } from '../fleet/sqlite-fleet.ts'
import { readShopFile } from '../proof-context.ts'
import { expectFigures, type Mutation, type Proof } from '../proof.ts'
import { CARD, createShoppers, donutOrder, itemAt, type Shopper } from '../shopper.ts'
import { purchaseIdOrError } from './shop-calls.ts'

const AT_ONCE_WITH_KEY = 50
const AT_ONCE_WITHOUT_KEY = { sqlite: 20, dynamoDb: 8 }
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

const cartVersionMutation: Mutation = {
  what: 'a keyless repeat is not recognised once the order has emptied the cart',
  file: 'apps/shop-api/src/orders/order/purchase.ts',
  from: '[stored.cartVersionBefore, stored.cartVersionAfter].includes(cartVersion)',
  to: 'stored.cartVersionBefore === cartVersion',
}

export const doubleSubmitWithoutKey: Proof = {
  id: 'R2',
  test: `The same order, ${AT_ONCE_WITHOUT_KEY.sqlite} times at once, without a key`,
  sizes: { quick: 5, short: 200, nightly: 2000 },
  unit: 'rounds',
  run: async (context, size) =>
    submitWithoutKey(await startSqliteFleet(context), size, AT_ONCE_WITHOUT_KEY.sqlite),
  mutations: [
    cartVersionMutation,
    {
      what: 'a repeated order without a key is not recognised',
      file: 'apps/shop-api/src/adapters/sqlite/purchase-store.ts',
      from: 'cartVersionBefore: isKeyless ? cartVersionBefore : null,',
      to: 'cartVersionBefore: null,',
    },
  ],
}

const CLOUD_SIZES = { quick: 4, short: 60, nightly: 500 }

export const cloudDoubleSubmit: Proof = {
  id: 'C7',
  test: `The same order, ${AT_ONCE_WITHOUT_KEY.dynamoDb} times at once on several processes, without a key`,
  sizes: CLOUD_SIZES,
  unit: 'rounds',
  async run(context, size) {
    const fleet = await startDynamoDbFleet(context, { processes: processCount(size, CLOUD_SIZES) })
    return submitWithoutKey(fleet, size, AT_ONCE_WITHOUT_KEY.dynamoDb)
  },
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    {
      what: 'an attempt may be stored twice',
      file: 'apps/shop-api/src/adapters/dynamodb/orders/purchase-attempts.ts',
      from: ": { ConditionExpression: 'attribute_not_exists(pk)' }",
      to: ": { ConditionExpression: 'attribute_not_exists(neverSet)' }",
    },
    cartVersionMutation,
  ],
}

/** Submits each order `copies` times at once, at one process after the other. */
async function submitWithoutKey(fleet: Fleet, rounds: number, copies: number) {
  const orders = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    const shopper = fleet.shopperAt(round)
    // The copy that is placed first empties this cart. The others must still be recognised. Without
    // the cart's new version, the order would be a repeat of an earlier one of the shopper.
    const { productId } = fleet.snacks.ordered
    const add = { method: 'POST', path: `/carts/${shopper.userId}`, body: { productId, quantity: 1 } }
    const { status } = await callFleet(fleet, fleet.urls, round, shopper, add)
    if (status !== 200) throw new Error(`a cart add got ${status}`)
    const order = { method: 'POST', path: `/purchases/${shopper.userId}`, body: fleetOrder(fleet) }
    const responses = Array.from({ length: copies }, (_, copy) =>
      callFleet(fleet, fleet.urls, round + copy, shopper, order),
    )
    for (const response of await Promise.all(responses)) orders.add(purchaseIdOrError(response))
  }
  const pieces = await countPiecesInCarts(fleet, rounds)
  const balance = await fleet.readBalance()
  expectFigures({
    'orders in responses': [orders.size, rounds],
    orders: [balance.orderIds.length, rounds],
    charges: [balance.charges, rounds],
    mails: [balance.mails, rounds],
    'units sold': [balance.unitsSold, rounds],
    'bought items that are still in carts': [pieces, 0],
  })
  return `${rounds} orders, each with one charge, one mail and its unit; ${rounds * copies} responses, one order in each round`
}
