import { randomUUID } from 'node:crypto'
import { processCount, whyNoDynamoDbLocal } from '../cloud/cloud-shop.ts'
import { startDynamoDbFleet } from '../fleet/dynamodb-fleet.ts'
import { callFleet, countPiecesInCarts, type Fleet, fleetOrder } from '../fleet/fleet.ts'
import { startSqliteFleet } from '../fleet/sqlite-fleet.ts'
import { startLossyProxy } from '../lossy-proxy.ts'
import type { ProofContext } from '../proof-context.ts'
import { expectFigures, type Mutation, type Proof } from '../proof.ts'
import { runConcurrently } from '../run-concurrently.ts'
import { purchaseIdOrError } from './shop-calls.ts'

const AT_ONCE = { sqlite: 16, dynamoDb: 4 }

const keyMutation: Mutation = {
  what: 'an order is not found by its key',
  file: 'apps/shop-api/src/orders/order/purchase.ts',
  from: 'return stored.purchaseId',
  to: 'return null',
}

export const responseLost: Proof = {
  id: 'R3',
  test: 'Responses are lost after the store has committed, and the client retries',
  sizes: { quick: 20, short: 500, nightly: 5000 },
  unit: 'orders, and as many cart adds',
  run: async (context, size) => loseResponses(context, await startSqliteFleet(context), size, AT_ONCE.sqlite),
  mutations: [
    keyMutation,
    {
      what: 'a cart change is not found by its key',
      file: 'apps/shop-api/src/adapters/sqlite/cart-store.ts',
      from: 'const storedFingerprint = update.operation && storeOperation(userId, update.operation)',
      to: 'update = { ...update, operation: undefined }\n        const storedFingerprint = undefined',
    },
  ],
}

const CLOUD_SIZES = { quick: 6, short: 100, nightly: 1000 }

export const cloudResponseLost: Proof = {
  id: 'C12',
  test: 'Responses of several processes on DynamoDB are lost after the commit, and clients retry at another process',
  sizes: CLOUD_SIZES,
  unit: 'orders, and as many cart adds',
  async run(context, size) {
    const fleet = await startDynamoDbFleet(context, { processes: processCount(size, CLOUD_SIZES) })
    return loseResponses(context, fleet, size, AT_ONCE.dynamoDb)
  },
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    keyMutation,
    {
      what: 'a cart change is not found by its key',
      file: 'apps/shop-api/src/adapters/dynamodb/cart-store.ts',
      from: "items.filter((item) => 'fingerprint' in item)",
      to: "items.filter((item) => 'neverSet' in item)",
    },
  ],
}

/** Each order and each cart add is sent with one key until there is a response, as the storefront does. */
async function loseResponses(context: ProofContext, fleet: Fleet, size: number, atOnce: number) {
  const proxies = await Promise.all(fleet.urls().map((url) => startLossyProxy(url)))
  for (const proxy of proxies) context.atEnd(() => proxy.close())
  const urls = () => proxies.map(({ url }) => url)
  fleet.setStorageFaults({ lost: 0.02, throttled: 0.05 })

  const confirmed = new Set<string>()
  await runConcurrently(size, atOnce, async (index) => {
    const shopper = fleet.shopperAt(index)
    const order = { method: 'POST', path: `/purchases/${shopper.userId}`, body: fleetOrder(fleet) }
    const bought = await callFleet(fleet, urls, index, shopper, { ...order, key: randomUUID() })
    confirmed.add(purchaseIdOrError(bought))
    const body = { productId: fleet.snacks.other.productId, quantity: 1 }
    const add = { method: 'POST', path: `/carts/${shopper.userId}`, body, key: randomUUID() }
    const { status } = await callFleet(fleet, urls, index, shopper, add)
    if (status !== 200) throw new Error(`a cart add got ${status}`)
  })
  fleet.setStorageFaults({ lost: 0, throttled: 0 })

  const pieces = await countPiecesInCarts(fleet, size)
  const balance = await fleet.readBalance()
  const lost = proxies.reduce((sum, proxy) => sum + proxy.lost(), 0)
  expectFigures({
    orders: [balance.orderIds.length, size],
    'orders that a client received': [balance.orderIds.filter((id) => confirmed.has(id)).length, size],
    charges: [balance.charges, size],
    mails: [balance.mails, size],
    'units sold': [balance.unitsSold, size],
    'pieces in carts': [pieces, size],
    'responses that were lost': [lost >= 2 * size, true],
  })
  return `${size} orders and ${size} pieces in carts, none twice, none missing; ${lost} responses of ${proxies.length} ${proxies.length === 1 ? 'process' : 'processes'} lost on the way`
}
