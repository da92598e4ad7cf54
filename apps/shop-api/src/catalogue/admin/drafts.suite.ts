import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OpenTestShop, TestShop } from '../../shop.fixture.ts'
import { aProduct } from '../product.fixture.ts'

/** The rules for drafts that hold with every storage adapter. */
export function draftsSuite(open: OpenTestShop) {
  let test: TestShop
  beforeEach(async () => {
    test = await open()
    await test.shop.products.fillIfEmpty([
      aProduct({ products_id: 'secret', pricePaise: asPaise(1000), stock: 3 }),
    ])
  })
  afterEach(() => test.close())

  const setPublished = (published: boolean) => test.call('boss', 'PUT', '/products/secret', { published })
  const addToCart = (sub: string) =>
    test.call(sub, 'POST', `/carts/${sub}`, { productId: 'secret', quantity: 1 })
  const buy = () =>
    test.call('asha', 'POST', '/purchases/asha', {
      items: [{ productId: 'secret', quantity: 1 }],
      totalAmount: 10,
      paymentDetails: { method: 'cod' },
      shippingAddress: homeAddress,
    })

  it('a draft can be added to a cart and bought only after it is published', async () => {
    // The product is in the cart of the buyer before it becomes a draft.
    await addToCart('asha')
    expect((await setPublished(false)).status).toBe(200)

    expect(await addToCart('ravi')).toMatchObject({ status: 404, code: 'PRODUCT_NOT_FOUND' })
    expect(await buy()).toMatchObject({ status: 409, code: 'PRODUCT_UNAVAILABLE' })

    await setPublished(true)
    expect((await addToCart('ravi')).status).toBe(200)
    expect((await buy()).status).toBe(201)
  })

  it('a cancelled order returns stock also to a product that became a draft', async () => {
    const { data } = await buy()
    await setPublished(false)
    const cancelled = await test.call('boss', 'PUT', `/purchases/order/${data.purchaseId}/status`, {
      orderStatus: 'CANCELLED',
    })
    expect(cancelled.status).toBe(200)
    expect(await test.shop.products.findWithDrafts('secret')).toMatchObject({ stock: 3, published: false })
  })
}
