import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { expect, it, onTestFinished } from 'vitest'
import { aProduct } from '../catalogue/product.fixture.ts'
import { openTestShop } from '../shop.fixture.ts'

const LADDOO = { productId: 'laddoo', quantity: 2 }
const order = {
  items: [LADDOO],
  totalAmount: 200,
  paymentDetails: { method: 'cod' },
  shippingAddress: homeAddress,
}

async function openShopWithEvents() {
  const published: ShopEvent[] = []
  const test = await openTestShop({
    tellEvents: async (events) => {
      published.push(...events)
    },
  })
  onTestFinished(() => test.close())
  await test.shop.products.fillIfEmpty([
    aProduct({ products_id: 'laddoo', pricePaise: asPaise(10_000) }),
    aProduct({ products_id: 'barfi' }),
  ])
  return { test, published }
}

it('a changed cart and a purchase are published once each', async () => {
  const { test, published } = await openShopWithEvents()
  const add = () =>
    test.call('asha', 'POST', '/carts/asha', LADDOO, { 'idempotency-key': 'one-and-the-same' })
  await add()
  await add()
  await expect
    .poll(() => published)
    .toMatchObject([{ kind: 'cart', userId: 'asha', version: 1, lines: [LADDOO] }])

  expect((await test.call('asha', 'POST', '/purchases/asha', order)).status).toBe(201)
  await expect.poll(() => published.length).toBe(3)
  expect(published.slice(1)).toMatchObject([
    { kind: 'purchase', userId: 'asha', lines: [LADDOO] },
    { kind: 'cart', userId: 'asha', version: 2, lines: [{ productId: 'laddoo', quantity: 0 }] },
  ])
})

it('a cart that changes often is published in its last state, with every changed product', async () => {
  const { test, published } = await openShopWithEvents()
  await Promise.all(Array.from({ length: 20 }, () => test.call('asha', 'POST', '/carts/asha', LADDOO)))
  await test.call('asha', 'POST', '/carts/asha', { productId: 'barfi', quantity: 1 })
  await test.call('asha', 'DELETE', '/carts/asha/items/laddoo')

  const inTheEnd = () =>
    Object.fromEntries(
      published
        .flatMap((event) => ('lines' in event ? event.lines : []))
        .map(({ productId, quantity }) => [productId, quantity]),
    )
  await expect.poll(inTheEnd).toEqual({ laddoo: 0, barfi: 1 })
  expect(published.length).toBeLessThan(22)
})

it('a declined order is not published', async () => {
  const { test, published } = await openShopWithEvents()
  const declined = { ...order, paymentDetails: { method: 'upi', upiId: 'failure@bank' } }
  expect((await test.call('asha', 'POST', '/purchases/asha', declined)).status).toBe(402)
  await test.call('asha', 'POST', '/carts/asha', LADDOO)
  await expect.poll(() => published.map(({ kind }) => kind)).toEqual(['cart'])
})

it('a view is published once, however often the page is reloaded', async () => {
  const { test, published } = await openShopWithEvents()
  const look = (productId: string) => test.call('asha', 'POST', '/views/asha', { productId })
  expect((await look('laddoo')).data).toEqual({ noted: true })
  await look('laddoo')
  expect((await look('no-such-snack')).data).toEqual({ noted: false })

  await expect.poll(() => published.length).toBe(2)
  expect(published[0]).toMatchObject({ kind: 'view', userId: 'asha', productId: 'laddoo' })
  expect(published[1]?.id).toBe(published[0]?.id)
})

it('a view of another shopper is refused', async () => {
  const { test } = await openShopWithEvents()
  expect((await test.call('ravi', 'POST', '/views/asha', { productId: 'laddoo' })).status).toBe(403)
})

it('a view is not noted without a recommendation service', async () => {
  const test = await openTestShop()
  onTestFinished(() => test.close())
  await test.shop.products.fillIfEmpty([aProduct({ products_id: 'laddoo' })])
  const { status, data } = await test.call('asha', 'POST', '/views/asha', { productId: 'laddoo' })
  expect({ status, data }).toEqual({ status: 200, data: { noted: false } })
})
