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

it('a sale that moves a product up the list changes the catalogue version, also when its stock is unlimited', async () => {
  const test = await openTestShop()
  onTestFinished(() => test.close())
  await test.shop.products.fillIfEmpty(
    ['barfi', 'laddoo'].map((id) => aProduct({ products_id: id, pricePaise: asPaise(10_000) })),
  )
  const firstListedId = async () => {
    const { data } = (await test.shop.app.inject('/api/products?limit=1')).json<{
      data: { items: { products_id: string }[] }
    }>()
    return data.items[0]?.products_id
  }
  const before = test.shop.catalogueVersion()
  expect(await firstListedId()).toBe('barfi')

  expect((await test.call('asha', 'POST', '/purchases/asha', order)).status).toBe(201)
  // Sales are read every ten seconds.
  test.clock.now = new Date(test.clock.now.getTime() + 10_000)
  expect(await firstListedId()).toBe('laddoo')
  expect(test.shop.catalogueVersion()).not.toBe(before)
})
