import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { productId } from '../generated-catalogue.ts'
import { requestText } from '../load.ts'
import type { Bench } from '../row.ts'
import { prepare, type Shopper, startShop } from '../start-shop.ts'

/** Lines of each cart. Three of 999 for each of 512 shoppers leave room for a million and a half of additions. */
export const LINES = [0, 1, 2]

/** A shop whose shoppers have their carts filled: as full as they go when nothing else is said. */
export async function startShopWithCarts(bench: Bench, quantity = LINE_QUANTITY_MAX, orderCount = 0) {
  const { shopperCount } = bench
  const { shop, shoppers } = await startShop(bench, { productCount: 36, shopperCount, orderCount })
  await prepare(bench, shop, {
    requests: shoppers.map((who) => fillCart(who, quantity)),
    expected: { status: 200 },
  })
  return { shop, shoppers }
}

function fillCart({ sub, authorization }: Shopper, quantity: number) {
  return requestText({
    method: 'PUT',
    path: `/api/carts/${sub}`,
    headers: { Authorization: authorization },
    body: { items: LINES.map((line) => ({ productId: productId(line), quantity })) },
  })
}
