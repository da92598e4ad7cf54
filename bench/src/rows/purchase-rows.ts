import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { compareWithBare } from '../compare-with-bare.ts'
import { pricePaise, productId } from '../data/generated-catalogue.ts'
import { requestText, UNIQUE_MARK } from '../load/load.ts'
import type { Row } from '../row.ts'
import { type Shopper, startStoreWithCarts } from './start-store.ts'

/**
 * Each order takes one unit of both products from the cart, which has 999 of each. The first
 * product has counted stock, the second is unlimited.
 */
const BOUGHT_PRODUCTS = [0, 1].map((index) => ({ id: productId(index), pricePaise: pricePaise(index) }))

export const CASH = { method: 'cod' }
export const CARD = {
  method: 'card',
  cardNumber: '4242424242424242',
  cardHolderName: 'Asha Rao',
  expiryDate: '12/29',
}

export const purchaseRows: Row[] = [
  purchaseRow('purchase-cod', 'purchase on delivery, durable, whole', 0.1, CASH),
  purchaseRow('purchase-card', 'purchase by card, durable, whole', 0.08, CARD),
]

function purchaseRow(name: string, label: string, atLeast: number, paymentDetails: object): Row {
  return {
    name,
    async measure(bench) {
      const { store, shoppers } = await startStoreWithCarts(bench)
      return compareWithBare(bench, store, {
        label,
        atLeast,
        requests: shoppers.map((shopper) => purchaseRequest(shopper, paymentDetails)),
        status: 201,
        hasVaryingLength: true,
      })
    },
  }
}

export function purchaseRequest(
  { userId, authorization }: Shopper,
  paymentDetails: object,
  products = BOUGHT_PRODUCTS,
) {
  const totalPaise = products.reduce((sum, { pricePaise }) => sum + pricePaise, 0)
  return requestText({
    method: 'POST',
    path: `/api/purchases/${userId}`,
    headers: { Authorization: authorization, 'Idempotency-Key': `purchase-${UNIQUE_MARK}` },
    body: {
      items: products.map(({ id }) => ({ productId: id, quantity: 1 })),
      totalAmount: totalPaise / 100,
      paymentDetails,
      shippingAddress: homeAddress,
    },
  })
}
