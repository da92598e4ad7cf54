import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { startLossyProxy } from '../lossy-proxy.ts'
import { readShopFile } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { runConcurrently } from '../run-concurrently.ts'
import { type ApiResponse, DONUT, donutOrder, createShoppers, shopperWithToken, itemAt } from '../shopper.ts'
import { purchaseIdOrError } from './shop-calls.ts'

const SHOPPERS = 8
const AT_ONCE = 16
const TRIES_MAX = 10
const CHOCOLATE = 'chocolate-dark-70'

export const responseLost: Proof = {
  id: 'R3',
  test: 'Responses are lost after the store has committed, and the client retries',
  sizes: { quick: 20, short: 500, nightly: 5000 },
  unit: 'orders, and as many cart adds',
  async run(context, size) {
    const dataFolder = context.freshFolder()
    const { url } = await context.startStore({ DATA_DIR: dataFolder })
    const shoppers = await createShoppers(url, SHOPPERS)
    const proxy = await startLossyProxy(url)
    context.atEnd(() => proxy.close())

    const orders: string[] = []
    await runConcurrently(size, AT_ONCE, async (round) => {
      const shopper = shopperWithToken(proxy.url, itemAt(shoppers, round))
      const bought = await retryUntilResponse((key) =>
        shopper.call('POST', `/purchases/${shopper.userId}`, donutOrder(1), {
          [IDEMPOTENCY_KEY_HEADER]: key,
        }),
      )
      orders.push(purchaseIdOrError(bought))
      await retryUntilResponse((key) =>
        shopper.call(
          'POST',
          `/carts/${shopper.userId}`,
          { productId: CHOCOLATE, quantity: 1 },
          { [IDEMPOTENCY_KEY_HEADER]: key },
        ),
      )
    })

    const stored = readShopFile<{ purchaseId: string }>(dataFolder, 'SELECT purchaseId FROM orders')
    const [counted] = readShopFile<{ mails: number; pieces: number; donuts: number }>(
      dataFolder,
      `SELECT (SELECT count(*) FROM outbox WHERE topic = 'mail') AS mails,
        (SELECT sum(units) FROM sales WHERE productsId = '${DONUT.productId}') AS donuts,
        (SELECT sum(line.value ->> 'quantity') FROM carts, json_each(lines) AS line) AS pieces`,
    )
    const confirmed = new Set(orders)
    expectFigures({
      'stored orders': [stored.length, size],
      'orders that a client received': [
        stored.filter(({ purchaseId }) => confirmed.has(purchaseId)).length,
        size,
      ],
      'mails about orders': [counted?.mails, size],
      'donuts sold': [counted?.donuts, size],
      'pieces in carts': [counted?.pieces, size],
      'responses that were lost': [proxy.lost() >= 2 * size, true],
    })
    return `${size} orders and ${size} pieces in carts, none twice, none missing; ${proxy.lost()} responses lost on the way`
  },
  mutations: [
    {
      what: 'an order is not found by its key',
      file: 'apps/shop-api/src/orders/order/purchase.ts',
      from: '  }\n  return stored.purchaseId',
      to: '  }\n  return null',
    },
    {
      what: 'a cart change is not found by its key',
      file: 'apps/shop-api/src/adapters/sqlite/cart-store.ts',
      from: 'const stored = update.operation && selectOperation.get(userId, update.operation.key)',
      to: 'update = { ...update, operation: undefined }\n        const stored = undefined as { fingerprint: string } | undefined',
    },
  ],
}

/** Retries with the same key until there is a response, as the storefront does. */
async function retryUntilResponse(send: (key: string) => Promise<ApiResponse>): Promise<ApiResponse> {
  const key = randomUUID()
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    try {
      return await send(key)
    } catch {
      // The connection was cut, so the outcome is unknown.
    }
  }
  throw new Error('no response came through')
}
