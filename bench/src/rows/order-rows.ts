import { compareSizes } from '../compare-with-bare.ts'
import { requestText } from '../load/load.ts'
import type { Row } from '../row.ts'
import { purchase } from './purchase-rows.ts'
import { type Shopper, startStoreWithCarts } from './start-store.ts'

/** The cost of requests in a store with many past orders. */
export const orderRows: Row[] = [
  orderRow('orders-history', "the first page of a shopper's orders", 200, history),
  orderRow('orders-purchase', 'purchase on delivery, durable, whole', 201, (shopper) =>
    purchase(shopper, { method: 'cod' }),
  ),
]

function orderRow(name: string, label: string, status: number, request: (shopper: Shopper) => string): Row {
  return {
    name,
    async measure(bench) {
      const { orders } = bench.sizes
      const contenders = []
      for (const orderCount of orders) {
        const { store, shoppers } = await startStoreWithCarts(bench, { orders: orderCount })
        contenders.push({ process: store, load: { requests: shoppers.map(request), expected: { status } } })
      }
      return { kind: 'growth', label, of: 'orders', steps: await compareSizes(bench, orders, contenders) }
    },
  }
}

function history({ userId, authorization }: Shopper) {
  return requestText({ path: `/api/purchases/${userId}?limit=20`, headers: { Authorization: authorization } })
}
