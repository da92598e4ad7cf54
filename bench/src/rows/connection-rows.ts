import { compareSizes } from '../compare-with-bare.ts'
import type { Contender } from '../compare.ts'
import { requestText } from '../load/load.ts'
import type { Bench, Row } from '../row.ts'
import { addRequest } from './cart-rows.ts'
import { CART_PRODUCT_IDS, startStore, startStoreWithCarts } from './start-store.ts'

/** These rows send the same load over more and more connections. */
export const connectionRows: Row[] = [
  connectionRow('connections-page', 'cached HTML page (home), brotli', async (bench) => ({
    process: await startStore(bench),
    load: {
      requests: [requestText({ path: '/', headers: { Accept: 'text/html' } })],
      expected: { status: 200 },
    },
  })),
  connectionRow('connections-cart-add', 'cart add with an idempotency key, durable', async (bench) => {
    const { store, shoppers } = await startStoreWithCarts(bench, { quantity: 1 })
    const requests = CART_PRODUCT_IDS.flatMap((id) => shoppers.map((shopper) => addRequest(shopper, id)))
    return { process: store, load: { requests, expected: { status: 200 } } }
  }),
]

function connectionRow(
  name: string,
  label: string,
  start: (bench: Bench) => Promise<Pick<Contender, 'process' | 'load'>>,
): Row {
  return {
    name,
    async measure(bench) {
      const contender = await start(bench)
      const { connections } = bench.sizes
      const contenders = connections.map((count) => ({ ...contender, connections: count }))
      return {
        kind: 'growth',
        label,
        growing: 'connections',
        steps: await compareSizes(bench, connections, contenders),
      }
    },
  }
}
