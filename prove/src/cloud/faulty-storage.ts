import { expectFigures, type Proof } from '../proof.ts'
import { type CloudShop, inParallel, openCloudShop, processCount, whyNoDynamoDbLocal } from './cloud-shop.ts'
import { readBalance } from './stock-balance.ts'

/** How many times each order is submitted at once. */
const COPIES = 4
const ORDERS_AT_ONCE = 4
/** More than the largest run sells. */
const STOCK = 2000
const TRIES_MAX = 60
/** 409: the same order is in flight in another process. 503: storage is busy. */
const RETRIED_STATUSES = new Set([409, 503])
const SIZES = { quick: 20, short: 150, nightly: 1000 }

/**
 * Submits an order until it is placed. Each try goes to another process, and copies start at
 * different processes. Counts the tries that are repeated.
 */
async function submit(cloud: CloudShop, order: number, copy: number, counts: { retried: number }) {
  const shopper = `shopper-${order}`
  const payment = order % 2 === 0 ? { method: 'cod' } : { method: 'upi', upiId: 'asha@bank' }
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const { status, body } = await cloud.place(copy + tries, shopper, ['p0'], payment)
    if (status === 201) return (body as { data: { purchaseId: string } }).data.purchaseId
    if (status === 500) throw new Error('a fault of storage was an internal error')
    if (!RETRIED_STATUSES.has(status)) throw new Error(`order ${order} got ${status} ${JSON.stringify(body)}`)
    counts.retried += 1
  }
  throw new Error(`order ${order} was not placed in ${TRIES_MAX} tries`)
}

export const faultyStorage: Proof = {
  id: 'C2',
  test: `The same order ${COPIES} times at once on several processes, while DynamoDB throttles, loses and delays responses`,
  sizes: SIZES,
  unit: 'orders',
  async run(context, size) {
    const processTotal = processCount(size, SIZES)
    const cloud = await openCloudShop(context, {
      processes: processTotal,
      products: 3,
      stock: STOCK,
    })
    Object.assign(cloud.proxy.faults, {
      lost: 0.03,
      late: 0.05,
      lateMs: 50,
      throttled: 0.25,
      unprocessed: 0.1,
    })
    const placed = new Set<string>()
    const counts = { retried: 0 }
    let productLists = 0
    await inParallel(size, ORDERS_AT_ONCE, async (order) => {
      const ids = await Promise.all(
        Array.from({ length: COPIES }, (_, copy) => submit(cloud, order, copy, counts)),
      )
      for (const id of ids) placed.add(id)
      const { status } = await cloud.call(order, 'guest', 'GET', '/products')
      if (status !== 200) throw new Error(`the product list got ${status}`)
      productLists += 1
    })
    Object.assign(cloud.proxy.faults, { lost: 0, late: 0, throttled: 0, unprocessed: 0 })
    await cloud.drain({ mails: size })
    await cloud.close()

    const balance = await readBalance(cloud.direct, cloud.tables, 'p0')
    expectFigures({
      'orders in responses': [placed.size, size],
      orders: [balance.orderIds.length, size],
      // Every second order is paid with UPI.
      charges: [balance.charges, Math.floor(size / 2)],
      mails: [balance.mails, size],
      'units left': [balance.unitsLeft, STOCK - size],
      'reservations left': [balance.reservations, 0],
    })
    return `${size} orders, each once with its mail and its stock; ${counts.retried} responses 409 or 503, retried; ${productLists} product lists, all 200`
  },
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    {
      what: 'stock is taken again when the response to taking it was lost',
      file: 'apps/shop-api/src/adapters/dynamodb/orders/stock-reservation.ts',
      from: "ConditionExpression: 'units >= :quantity AND attribute_not_exists(held.#order)',",
      to: "ConditionExpression: 'units >= :quantity',",
    },
    {
      what: 'an attempt may be stored twice',
      file: 'apps/shop-api/src/adapters/dynamodb/orders/purchase-attempts.ts',
      from: ": { ConditionExpression: 'attribute_not_exists(pk)' }",
      to: ": { ConditionExpression: 'attribute_not_exists(neverSet)' }",
    },
    {
      what: 'a throttled request is an internal error',
      file: 'packages/service-kit/src/http/error-handler.ts',
      from: 'if (STORAGE_ERRORS.has(String(name)) || NETWORK_ERRORS.has(String(code))) {',
      to: 'if (NETWORK_ERRORS.has(String(code))) {',
    },
  ],
}
