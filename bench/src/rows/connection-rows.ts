import type { Contender } from '../compare.ts'
import { requestText } from '../load.ts'
import { measureSteps } from '../measure-steps.ts'
import type { Bench, Row } from '../row.ts'
import { addToCart } from './cart-rows.ts'
import { LINES, startShopWithCarts } from './filled-carts.ts'
import { startStore } from './store-rows.ts'

/** The same load by ever more connections: what a request costs must not depend on how many others there are. */
export const connectionRows: Row[] = [
  row('connections-page', 'cached HTML page (home), brotli', async (bench) => ({
    process: await startStore(bench),
    load: {
      requests: [requestText({ path: '/', headers: { Accept: 'text/html' } })],
      expected: { status: 200 },
    },
  })),
  row('connections-cart-add', 'cart add, durable, with its key', async (bench) => {
    const { shop, shoppers } = await startShopWithCarts(bench, 1)
    const requests = LINES.flatMap((line) => shoppers.map((who) => addToCart(who, line)))
    return { process: shop, load: { requests, expected: { status: 200 } } }
  }),
]

function row(
  name: string,
  what: string,
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
        what,
        of: 'connections',
        steps: await measureSteps(bench, connections, contenders),
      }
    },
  }
}
