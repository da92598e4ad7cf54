import { compareWithBare } from '../compare-with-bare.ts'
import { requestText, UNIQUE_MARK } from '../load/load.ts'
import type { Row } from '../row.ts'
import { CART_PRODUCT_IDS, type Shopper, startStoreWithCarts } from './start-store.ts'

export const cartRows: Row[] = [
  {
    name: 'cart-read',
    async measure(bench) {
      const { store, shoppers } = await startStoreWithCarts(bench, { quantity: 1 })
      return compareWithBare(bench, store, {
        label: 'read a cart of three lines, token and session checked',
        atLeast: 0.36,
        requests: shoppers.map(readRequest),
        status: 200,
        hasVaryingLength: true,
      })
    },
  },
  {
    name: 'cart-add',
    async measure(bench) {
      const { store, shoppers } = await startStoreWithCarts(bench, { quantity: 1 })
      return compareWithBare(bench, store, {
        label: 'cart add with an idempotency key, durable (synchronous=FULL, group commit)',
        atLeast: 0.25,
        requests: CART_PRODUCT_IDS.flatMap((id) => shoppers.map((shopper) => addRequest(shopper, id))),
        status: 200,
        hasVaryingLength: true,
      })
    },
  },
]

export function readRequest({ userId, authorization }: Shopper) {
  return requestText({ path: `/api/carts/${userId}`, headers: { Authorization: authorization } })
}

/** The request that adds one unit of a product to the shopper's cart. */
export function addRequest({ userId, authorization }: Shopper, productId: string) {
  return requestText({
    method: 'POST',
    path: `/api/carts/${userId}`,
    headers: { Authorization: authorization, 'Idempotency-Key': `add-${UNIQUE_MARK}` },
    body: { productId, quantity: 1 },
  })
}
