import { setTimeout as sleep } from 'node:timers/promises'
import { expectFigures, type Proof } from '../proof.ts'
import { itemAt, sendJson } from '../shopper.ts'
import { processCount, whyNoDynamoDbLocal } from './cloud-shop.ts'
import { fillTables, sendOrder, type ShopProcess, startShopProcess } from './shop-processes.ts'
import { readBalance } from './stock-balance.ts'

/** How many times each order is submitted at once. */
const COPIES = 8
const STOCK = 5000
const TRIES_MAX = 100
const RETRY_MS = 50
/** 409: the same order is in flight in another process. 503: storage is busy. */
const RETRIED_STATUSES = new Set<number | null>([409, 503])
const SIZES = { quick: 4, short: 60, nightly: 500 }

export const cloudDoubleSubmit: Proof = {
  id: 'C7',
  test: `The same order, ${COPIES} times at once on several processes, without a key`,
  sizes: SIZES,
  unit: 'rounds',
  async run(context, size) {
    const processTotal = processCount(size, SIZES)
    const cloud = await fillTables(context, { products: 1, stock: STOCK })
    const processes: ShopProcess[] = []
    for (let index = 0; index < processTotal; index += 1)
      processes.push(await startShopProcess(context, cloud))

    const orders = new Set<string>()
    const cartStatuses: number[] = []
    for (let round = 0; round < size; round += 1) {
      const shopper = `shopper-${round}`
      // The copy that is placed first empties this cart. The others must still be recognised.
      const { status } = await sendJson(`${itemAt(processes, round).url}/api/carts/${shopper}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${shopper}` },
        body: { items: [{ productId: 'p0', quantity: 1 }] },
      })
      cartStatuses.push(status)
      const copies = Array.from({ length: COPIES }, (_, copy) =>
        submit(itemAt(processes, round + copy), shopper),
      )
      for (const order of await Promise.all(copies)) orders.add(order)
    }
    for (const { kill } of processes) kill()

    const balance = await readBalance(cloud.direct, cloud.tables, 'p0')
    expectFigures({
      'carts that were filled': [cartStatuses.filter((status) => status === 200).length, size],
      'orders in responses': [orders.size, size],
      orders: [balance.orders, size],
      charges: [balance.charges, size],
      mails: [balance.mails, size],
      'units left': [balance.unitsLeft, STOCK - size],
    })
    return `${size} orders, each with one charge, one mail and its unit; ${size * COPIES} responses, one order in each round`
  },
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    {
      what: 'an attempt may be stored twice',
      file: 'apps/shop-api/src/adapters/dynamodb/orders/purchase-attempts.ts',
      from: ": { ConditionExpression: 'attribute_not_exists(pk)' }",
      to: ": { ConditionExpression: 'attribute_not_exists(neverSet)' }",
    },
    {
      what: 'a keyless repeat is not recognised once the order has emptied the cart',
      file: 'apps/shop-api/src/orders/order/purchase.ts',
      from: '[stored.cartVersionBefore, stored.cartVersionAfter].includes(cartVersion)',
      to: 'stored.cartVersionBefore === cartVersion',
    },
  ],
}

/** Sends the order until it is placed, and returns the id of the order in the response. */
async function submit(process: ShopProcess, shopper: string): Promise<string> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const { status, body } = await sendOrder(process, shopper)
    if (status === 201) return (body as { data: { purchaseId: string } }).data.purchaseId
    if (!RETRIED_STATUSES.has(status)) throw new Error(`an order got ${status} ${JSON.stringify(body)}`)
    await sleep(RETRY_MS)
  }
  throw new Error(`an order was not placed in ${TRIES_MAX} tries`)
}
