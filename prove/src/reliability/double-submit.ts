import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { expectFigures } from '../expect-figures.ts'
import type { Proof } from '../proof.ts'
import { readShopFile } from '../shop-file.ts'
import { CARD, donuts, type Shopper, shoppersAt } from '../shopper.ts'
import { orderIn } from './answers.ts'

const AT_ONCE = 50
const SHOPPERS = 8

export const doubleSubmit: Proof = {
  id: 'R1',
  test: `The same order, ${AT_ONCE} times at once, with one key`,
  sizes: { quick: 5, short: 200, nightly: 2000 },
  unit: 'rounds',
  async run(scene, size) {
    const dataFolder = scene.freshFolder()
    const store = await scene.startStore({ DATA_DIR: dataFolder })
    const shoppers = await shoppersAt(store.url, SHOPPERS)
    let different = 0
    for (let round = 0; round < size; round += 1) {
      const shopper = shoppers[round % SHOPPERS]
      if (shopper && (await ordersOfOneRound(shopper)).size !== 1) different += 1
    }

    const [counted] = readShopFile<{ orders: number; captures: number; mails: number }>(
      dataFolder,
      `SELECT (SELECT count(*) FROM orders) AS orders,
        (SELECT count(*) FROM simulatedCharges WHERE declined IS NULL) AS captures,
        (SELECT count(*) FROM outbox) AS mails`,
    )
    expectFigures({
      'rounds that gave different answers': [different, 0],
      orders: [counted?.orders, size],
      captures: [counted?.captures, size],
      mails: [counted?.mails, size],
    })
    return `${size} orders, ${size} captures, ${size} mails; ${size * AT_ONCE} answers, one order in each round`
  },
  mutations: [
    {
      what: 'a key is not remembered',
      file: 'apps/shop-api/src/adapters/sqlite/purchase-store.ts',
      from: 'attemptKey: attempt.key ?? null,',
      to: 'attemptKey: null,',
    },
    {
      what: 'an order that is known is placed again',
      file: 'apps/shop-api/src/adapters/sqlite/purchase-store.ts',
      from: 'if (replayedOrder) return { order: replayedOrder, replayed: true }',
      to: '',
    },
  ],
}

/** A submit that is told to retry does so. */
async function ordersOfOneRound(shopper: Shopper): Promise<Set<string>> {
  const key = randomUUID()
  const submit = () =>
    shopper.call('POST', `/purchases/${shopper.userId}`, donuts(1, CARD), { [IDEMPOTENCY_KEY_HEADER]: key })
  async function submitUntilThere() {
    const first = await submit()
    return first.status === 409 ? submit() : first
  }
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, submitUntilThere))
  return new Set(answers.map(orderIn))
}
