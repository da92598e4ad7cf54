import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { compareWithBare } from '../compare-with-bare.ts'
import { productId } from '../generated-catalogue.ts'
import { requestText, UNIQUE_MARK } from '../load.ts'
import type { Row } from '../row.ts'
import { prepare, type Shopper, startShop } from '../start-shop.ts'

/** Lines of each cart. Three of 999 for each of 512 shoppers leave room for a million and a half of additions. */
const LINES = [0, 1, 2]

export const cartRows: Row[] = [
  {
    name: 'cart-read',
    async measure(bench) {
      const { shop, shoppers } = await startShop(bench, {
        productCount: 36,
        shopperCount: bench.shopperCount,
      })
      await prepare(bench, shop, {
        requests: shoppers.map((who) => fillCart(who, 1)),
        expected: { status: 200 },
      })
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
      const { shop, shoppers } = await startShop(bench, {
        productCount: 36,
        shopperCount: bench.shopperCount,
      })
      await prepare(bench, shop, {
        requests: shoppers.map((who) => fillCart(who, 1)),
        expected: { status: 200 },
      })
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

/** As full as it goes when nothing else is said. */
export function fillCart({ sub, authorization }: Shopper, quantity = LINE_QUANTITY_MAX) {
  return requestText({
    method: 'PUT',
    path: `/api/carts/${sub}`,
    headers: { Authorization: authorization },
    body: { items: LINES.map((line) => ({ productId: productId(line), quantity })) },
  })
}

function addToCart({ sub, authorization }: Shopper, line: number) {
  return requestText({
    method: 'POST',
    path: `/api/carts/${sub}`,
    headers: { Authorization: authorization, 'Idempotency-Key': `click-${UNIQUE_MARK}` },
    body: { productId: productId(line), quantity: 1 },
  })
}
