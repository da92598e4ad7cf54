import { requestText } from '../load.ts'
import { measureSteps } from '../measure-steps.ts'
import type { Row } from '../row.ts'
import type { Shopper } from '../start-shop.ts'
import { startShopWithCarts } from './filled-carts.ts'
import { buy } from './purchase-rows.ts'

/** What a shop costs that has sold a lot already. */
export const orderRows: Row[] = [
  row('orders-history', "the first page of a shopper's orders", { status: 200, ask: history }),
  row('orders-purchase', 'purchase paid on delivery, durable, whole', {
    status: 201,
    ask: (who) => buy(who, { method: 'cod' }),
  }),
]

type Question = { status: number; ask: (who: Shopper) => string }

function row(name: string, what: string, { status, ask }: Question): Row {
  return {
    name,
    async measure(bench) {
      const { orders } = bench.sizes
      const contenders = []
      for (const orderCount of orders) {
        const { shop, shoppers } = await startShopWithCarts(bench, undefined, orderCount)
        contenders.push({ process: shop, load: { requests: shoppers.map(ask), expected: { status } } })
      }
      return { kind: 'growth', what, of: 'orders', steps: await measureSteps(bench, orders, contenders) }
    },
  }
}

function history({ sub, authorization }: Shopper) {
  return requestText({ path: `/api/purchases/${sub}`, headers: { Authorization: authorization } })
}
