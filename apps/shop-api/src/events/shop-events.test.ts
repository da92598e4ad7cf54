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

async function openShopWithListener() {
  const told: ShopEvent[] = []
  const test = await openTestShop({
    deliverEvents: async (events) => {
      told.push(...events)
    },
  })
  onTestFinished(() => test.close())
  await test.shop.products.fillIfEmpty([
    aProduct({ products_id: 'laddoo', pricePaise: asPaise(10_000) }),
    aProduct({ products_id: 'barfi' }),
  ])
  return { test, told }
}

it('tells what is in a cart now, and what is bought, each once', async () => {
  const { test, told } = await openShopWithListener()
  const add = () =>
    test.call('asha', 'POST', '/carts/asha', LADDOO, { 'idempotency-key': 'one-and-the-same' })
  await add()
  await add()
  await expect.poll(() => told).toMatchObject([{ kind: 'cart', userId: 'asha', version: 1, lines: [LADDOO] }])

  expect((await test.call('asha', 'POST', '/purchases/asha', order)).status).toBe(201)
  await expect.poll(() => told.length).toBe(3)
  expect(told.slice(1)).toMatchObject([
    { kind: 'cart', userId: 'asha', version: 2, lines: [{ productId: 'laddoo', quantity: 0 }] },
    { kind: 'purchase', userId: 'asha', lines: [LADDOO] },
  ])
})

it('a cart that changes often is told as it is in the end, and all that was touched with it', async () => {
  const { test, told } = await openShopWithListener()
  await Promise.all(Array.from({ length: 20 }, () => test.call('asha', 'POST', '/carts/asha', LADDOO)))
  await test.call('asha', 'POST', '/carts/asha', { productId: 'barfi', quantity: 1 })
  await test.call('asha', 'DELETE', '/carts/asha/items/laddoo')

  const inTheEnd = () =>
    Object.fromEntries(
      told
        .flatMap((event) => ('lines' in event ? event.lines : []))
        .map(({ productId, quantity }) => [productId, quantity]),
    )
  await expect.poll(inTheEnd).toEqual({ laddoo: 0, barfi: 1 })
  expect(told.length).toBeLessThan(22)
})

it('tells nothing of an order that is declined', async () => {
  const { test, told } = await openShopWithListener()
  const declined = { ...order, paymentDetails: { method: 'upi', upiId: 'failure@bank' } }
  expect((await test.call('asha', 'POST', '/purchases/asha', declined)).status).toBe(402)
  await test.call('asha', 'POST', '/carts/asha', LADDOO)
  await expect.poll(() => told.map(({ kind }) => kind)).toEqual(['cart'])
})

it('tells what a shopper looks at, who reloads the page once', async () => {
  const { test, told } = await openShopWithListener()
  const look = (productId: string) => test.call('asha', 'POST', '/views/asha', { productId })
  expect((await look('laddoo')).data).toEqual({ noted: true })
  await look('laddoo')
  expect((await look('no-such-snack')).data).toEqual({ noted: false })

  await expect.poll(() => told).toMatchObject([{ kind: 'view', userId: 'asha', productId: 'laddoo' }])
})

it('takes no word about what another shopper looks at', async () => {
  const { test } = await openShopWithListener()
  expect((await test.call('ravi', 'POST', '/views/asha', { productId: 'laddoo' })).status).toBe(403)
})

it('has nothing to note where nobody listens', async () => {
  const test = await openTestShop()
  onTestFinished(() => test.close())
  await test.shop.products.fillIfEmpty([aProduct({ products_id: 'laddoo' })])
  const { status, data } = await test.call('asha', 'POST', '/views/asha', { productId: 'laddoo' })
  expect({ status, data }).toEqual({ status: 200, data: { noted: false } })
})
