import { runCartHistories } from '../cart-histories.ts'
import type { Proof } from '../proof.ts'

const SENDER = 'apps/web/app/features/cart/engine/cart-sender.ts'

export const offlineClicks: Proof = {
  id: 'O1',
  test: 'A shopper clicks online and offline, with lost answers and closed tabs',
  sizes: { quick: 500, short: 2000, nightly: 50_000 },
  unit: 'histories',
  isInSuite: true,
  async run(_scene, size) {
    const engine = ['apps/web/app/features/cart/engine/offline-clicks.test.ts']
    await runCartHistories(engine, size)
    return `${size} histories, half of them new: after each the cart is what was clicked, nothing twice, nothing lost`
  },
  mutations: [
    {
      what: 'a click that is sent again is another one',
      file: SENDER,
      from: 'return api.send(shopper, operation)',
      to: 'return api.send(shopper, { ...operation, id: `${operation.id} ${now().getTime()}` })',
    },
    {
      what: 'a click without an answer is given up',
      file: SENDER,
      from: "if (response.kind === 'retry') {",
      to: "if (response.kind === 'retry' && !operation) {",
    },
  ],
}
