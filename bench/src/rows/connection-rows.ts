import { compareSizes } from '../compare-with-bare.ts'
import type { Contender } from '../compare.ts'
import { requestText } from '../load/load.ts'
import type { Bench, Row } from '../row.ts'
import { addToCart } from './cart-rows.ts'
import { CART_PRODUCTS, startStore, startStoreWithCarts } from './start-store.ts'

/** The same load over more connections, to show whether the cost of a request rises with their number. */
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
    const requests = CART_PRODUCTS.flatMap((index) => shoppers.map((shopper) => addToCart(shopper, index)))
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
        of: 'connections',
        steps: await compareSizes(bench, connections, contenders),
      }
    },
  }
}
