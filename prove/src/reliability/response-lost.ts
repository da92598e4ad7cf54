import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { readShopFile } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { type Answer, DONUT, donuts, type Shopper, shoppersAt, shopperWith } from '../shopper.ts'
import { inTurns, orderIn } from './shop-calls.ts'

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
      file: 'apps/shop-api/src/adapters/sqlite/purchase-attempts.ts',
      from: 'return known?.purchaseId ?? null',
      to: 'return null',
    },
    {
      what: 'a click is not known by its key',
      file: 'apps/shop-api/src/adapters/sqlite/cart-store.ts',
      from: 'if (operation && isKnown(userId, operation)) return { cart: before, replayed: true }',
      to: 'if (operation && isKnown(userId, operation)) operation = undefined',
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

/** Hangs up on each request once or twice after the store has answered it, and lets the next through. */
export async function startCuttingProxy(storeUrl: string) {
  const cuts = new Map<string, number>()
  let lost = 0

  const server = createServer((request, response) => {
    void passOn(storeUrl, request).then(({ status, body }) => {
      const key = String(request.headers[IDEMPOTENCY_KEY_HEADER])
      const left = cuts.get(key) ?? 1 + (cuts.size % 2)
      cuts.set(key, left - 1)
      if (left > 0) {
        lost += 1
        request.socket.destroy()
        return
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: () => lost,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function passOn(storeUrl: string, request: IncomingMessage) {
  const { method = '', url = '', headers } = request
  const answer = await fetch(new URL(url, storeUrl), {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: String(headers.authorization),
      [IDEMPOTENCY_KEY_HEADER]: String(headers[IDEMPOTENCY_KEY_HEADER]),
    },
    body: await buffer(request),
  })
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
}
