import { compareSizes } from '../compare-with-bare.ts'
import { requestText } from '../load/load.ts'
import type { Row } from '../row.ts'
import { CASH, purchaseRequest } from './purchase-rows.ts'
import { type Shopper, startStoreWithCarts } from './start-store.ts'

/** These rows measure requests of shoppers in a store with more and more past orders. */
export const orderRows: Row[] = [
  orderRow('orders-history', "the first page of a shopper's orders", 200, historyRequest),
  orderRow('orders-purchase', 'purchase on delivery, durable, whole', 201, (shopper) =>
    purchaseRequest(shopper, CASH),
  ),
]

function orderRow(name: string, label: string, status: number, requestOf: (shopper: Shopper) => string): Row {
  return {
    name,
    async measure(bench) {
      const { orders } = bench.sizes
      const contenders = []
      for (const orderCount of orders) {
        const { store, shoppers } = await startStoreWithCarts(bench, { orders: orderCount })
        contenders.push({ process: store, load: { requests: shoppers.map(requestOf), expected: { status } } })
      }
      const steps = await compareSizes(bench, orders, contenders)
      return { kind: 'growth', label, growing: 'orders', steps }
    },
  }
}

function historyRequest({ userId, authorization }: Shopper) {
  return requestText({ path: `/api/purchases/${userId}?limit=20`, headers: { Authorization: authorization } })
}
