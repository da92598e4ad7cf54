import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { expect, it, onTestFinished } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { aProduct } from './product.fixture.ts'

const order = {
  items: [{ productId: 'laddoo', quantity: 5 }],
  totalAmount: 500,
  paymentDetails: { method: 'cod' },
  shippingAddress: homeAddress,
}

it('the catalogue version changes with the sales order, also for products of unlimited stock', async () => {
  const test = await openTestShop()
  onTestFinished(() => test.close())
  await test.shop.products.fillIfEmpty(
    ['barfi', 'laddoo'].map((id) => aProduct({ products_id: id, pricePaise: asPaise(10_000) })),
  )
  const first = async () => {
    const { data } = (await test.shop.app.inject('/api/products?limit=1')).json<{
      data: { items: { products_id: string }[] }
    }>()
    return data.items[0]?.products_id
  }
  const before = test.shop.catalogueVersion()
  expect(await first()).toBe('barfi')

  expect((await test.call('asha', 'POST', '/purchases/asha', order)).status).toBe(201)
  test.clock.now = new Date(test.clock.now.getTime() + 10_000)
  expect(await first()).toBe('laddoo')
  expect(test.shop.catalogueVersion()).not.toBe(before)
})
