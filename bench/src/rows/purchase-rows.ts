import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { compareWithBare } from '../compare-with-bare.ts'
import { pricePaise, productId } from '../generated-catalogue.ts'
import { requestText, UNIQUE_MARK } from '../load.ts'
import type { Row } from '../row.ts'
import type { Shopper } from '../start-shop.ts'
import { startShopWithCarts } from './filled-carts.ts'

/** One of each at a time, of the 999 in the cart: a product whose stock is counted, and one whose is not. */
const BOUGHT = [0, 1]

const CARD = {
  method: 'card',
  cardNumber: '4242424242424242',
  cardHolderName: 'Asha Rao',
  expiryDate: '12/29',
}

export const purchaseRows: Row[] = [
  purchaseRow('purchase-card', 'purchase by card, durable, whole', CARD),
  purchaseRow('purchase-cod', 'purchase paid on delivery, durable, whole', { method: 'cod' }),
]

function purchaseRow(name: string, what: string, paymentDetails: object): Row {
  return {
    name,
    async measure(bench) {
      const { shop, shoppers } = await startShopWithCarts(bench)
      return compareWithBare(bench, shop, {
        what,
        atLeast: 0.15,
        requests: shoppers.map((who) => buy(who, paymentDetails)),
        status: 201,
        varies: true,
      })
    },
  }
}

export function buy({ sub, authorization }: Shopper, paymentDetails: object) {
  const totalPaise = BOUGHT.reduce((sum, index) => sum + pricePaise(index), 0)
  return requestText({
    method: 'POST',
    path: `/api/purchases/${sub}`,
    headers: { Authorization: authorization, 'Idempotency-Key': `attempt-${UNIQUE_MARK}` },
    body: {
      items: BOUGHT.map((index) => ({ productId: productId(index), quantity: 1 })),
      totalAmount: totalPaise / 100,
      paymentDetails,
      shippingAddress: homeAddress,
    },
  })
}
