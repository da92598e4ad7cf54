import { compareWithBare } from '../compare-with-bare.ts'
import { productId } from '../generated-catalogue.ts'
import { requestText, UNIQUE_MARK } from '../load.ts'
import type { Row } from '../row.ts'
import type { Shopper } from '../start-shop.ts'
import { LINES, startShopWithCarts } from './filled-carts.ts'

export const cartRows: Row[] = [
  {
    name: 'cart-read',
    async measure(bench) {
      const { shop, shoppers } = await startShopWithCarts(bench, 1)
      return compareWithBare(bench, shop, {
        what: 'read a cart of three lines, token checked',
        atLeast: 0.45,
        requests: shoppers.map(({ sub, authorization }) =>
          requestText({ path: `/api/carts/${sub}`, headers: { Authorization: authorization } }),
        ),
        status: 200,
        // The name of the shopper is part of the answer.
        varies: true,
      })
    },
  },
  {
    name: 'cart-add',
    async measure(bench) {
      const { shop, shoppers } = await startShopWithCarts(bench, 1)
      return compareWithBare(bench, shop, {
        what: 'cart add, durable (synchronous=FULL, group commit), with its key',
        atLeast: 0.35,
        requests: LINES.flatMap((line) => shoppers.map((who) => addToCart(who, line))),
        status: 200,
        varies: true,
      })
    },
  },
]

export function addToCart({ sub, authorization }: Shopper, line: number) {
  return requestText({
    method: 'POST',
    path: `/api/carts/${sub}`,
    headers: { Authorization: authorization, 'Idempotency-Key': `click-${UNIQUE_MARK}` },
    body: { productId: productId(line), quantity: 1 },
  })
}
