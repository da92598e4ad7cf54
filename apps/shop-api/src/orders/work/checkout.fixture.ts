import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { afterEach, beforeEach } from 'vitest'
import { aProduct } from '../../catalogue/product.fixture.ts'
import type { OpenTestShop, TestShop } from '../../shop.fixture.ts'

export const card = (cardNumber: string) => ({
  method: 'card',
  cardNumber,
  cardHolderName: 'Asha Rao',
  expiryDate: '12/29',
})
export const GOOD_CARD = card('4242424242424242')

type OrderFields = {
  items?: object[]
  totalAmount?: number
  paymentDetails?: object
  shippingAddress?: object
  details?: object
  offerCode?: string
}

/** Opens a shop for each test, and closes it. Returns calls to place and read orders. */
export function openCheckout(open: OpenTestShop) {
  let testShop: TestShop
  beforeEach(async () => {
    testShop = await open()
    await testShop.shop.products.fillIfEmpty([
      aProduct({ products_id: 'laddoo', name: 'Motichoor Laddoo', pricePaise: asPaise(27_950) }),
      aProduct({ products_id: 'barfi', name: 'Kaju Barfi', pricePaise: asPaise(40_000), stock: 1 }),
    ])
  })
  afterEach(() => testShop.close())

  const place = (fields: OrderFields = {}, headers = {}, sub = 'asha') =>
    testShop.call(
      sub,
      'POST',
      `/purchases/${sub}`,
      {
        items: [{ productId: 'laddoo', quantity: 2 }],
        totalAmount: 559,
        paymentDetails: GOOD_CARD,
        shippingAddress: homeAddress,
        ...fields,
      },
      headers,
    )
  const history = async (sub = 'asha') => {
    const { data } = await testShop.call(sub, 'GET', `/purchases/${sub}`)
    return data.purchases
  }
  const mails = () => testShop.queuedMails()
  const stockOf = async (id: string) => (await testShop.shop.products.find(id))?.stock

  return { shop: () => testShop, place, history, mails, stockOf }
}
