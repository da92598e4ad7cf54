import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { expectFigures } from '../expect-figures.ts'
import type { Proof } from '../proof.ts'
import { readShopFile } from '../shop-file.ts'
import { type Answer, DONUT, donuts, type Shopper, shoppersAt, shopperWith } from '../shopper.ts'
import { orderIn } from './answers.ts'
import { startCuttingProxy } from './cutting-proxy.ts'
import { inTurns } from './in-turns.ts'

const SHOPPERS = 8
const AT_ONCE = 16
const TRIES_MAX = 10
const CHOCOLATE = 'chocolate-dark-70'

export const answerLost: Proof = {
  id: 'R3',
  test: 'The answer is lost after the store has acted, and the client asks again',
  sizes: { quick: 20, short: 500, nightly: 5000 },
  unit: 'orders, and as many clicks',
  async run(scene, size) {
    const dataFolder = scene.freshFolder()
    const { url } = await scene.startStore({ DATA_DIR: dataFolder })
    const shoppers = await shoppersAt(url, SHOPPERS)
    const proxy = await startCuttingProxy(url)
    scene.atEnd(() => proxy.close())

    const orders: string[] = []
    await inTurns(size, AT_ONCE, async (round) => {
      const shopper = shopperWith(proxy.url, shoppers[round % SHOPPERS] as Shopper)
      const bought = await untilAnswered((key) =>
        shopper.call('POST', `/purchases/${shopper.userId}`, donuts(1), { [IDEMPOTENCY_KEY_HEADER]: key }),
      )
      orders.push(orderIn(bought))
      await untilAnswered((key) =>
        shopper.call(
          'POST',
          `/carts/${shopper.userId}`,
          { productId: CHOCOLATE, quantity: 1 },
          { [IDEMPOTENCY_KEY_HEADER]: key },
        ),
      )
    })

    const kept = readShopFile<{ purchaseId: string }>(dataFolder, 'SELECT purchaseId FROM orders')
    const [counted] = readShopFile<{ mails: number; pieces: number; donuts: number }>(
      dataFolder,
      `SELECT (SELECT count(*) FROM outbox) AS mails,
        (SELECT sum(units) FROM sales WHERE productsId = '${DONUT.productId}') AS donuts,
        (SELECT sum(line.value ->> 'quantity') FROM carts, json_each(lines) AS line) AS pieces`,
    )
    const answered = new Set(orders)
    expectFigures({
      orders: [kept.length, size],
      'orders that a client knows of': [
        kept.filter(({ purchaseId }) => answered.has(purchaseId)).length,
        size,
      ],
      mails: [counted?.mails, size],
      'donuts sold': [counted?.donuts, size],
      'pieces in carts': [counted?.pieces, size],
      'answers that were lost': [proxy.lost() >= 2 * size, true],
    })
    return `${size} orders and ${size} pieces in carts, none twice, none missing; ${proxy.lost()} answers lost on the way`
  },
  mutations: [
    {
      what: 'an order is not known by its key',
      file: 'apps/shop-api/src/purchases/purchase-attempt.ts',
      from: '  }\n  return stored.purchaseId',
      to: '  }\n  return null',
    },
    {
      what: 'a click is not known by its key',
      file: 'apps/shop-api/src/adapters/sqlite/cart-store.ts',
      from: 'const stored = update.operation && selectOperation.get(userId, update.operation.key)',
      to: 'update = { ...update, operation: undefined }\n        const stored = undefined as { fingerprint: string } | undefined',
    },
  ],
}

/** As a careful client does: the same key until there is an answer. */
async function untilAnswered(send: (key: string) => Promise<Answer>): Promise<Answer> {
  const key = randomUUID()
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    try {
      const answer = await send(key)
      if (answer.status !== 409) return answer
    } catch {
      // The connection was cut: nobody knows what became of it.
    }
  }
  throw new Error('no answer came through')
}
