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

/** Opens a shop that delivers its events to the array `delivered`. */
async function openShopWithEvents() {
  const delivered: ShopEvent[] = []
  const test = await openTestShop({
    deliverEvents: async (events) => {
      delivered.push(...events)
    },
  })
  onTestFinished(() => test.close())
  await test.shop.products.fillIfEmpty([
    aProduct({ products_id: 'laddoo', pricePaise: asPaise(10_000) }),
    aProduct({ products_id: 'barfi' }),
  ])
  return { test, delivered }
}

it('the events of a repeated cart change and of an order are delivered once each', async () => {
  const { test, delivered } = await openShopWithEvents()
  const add = () =>
    test.call('asha', 'POST', '/carts/asha', LADDOO, { 'idempotency-key': 'one-and-the-same' })
  await add()
  await add()
  await expect
    .poll(() => delivered)
    .toMatchObject([{ kind: 'cart', userId: 'asha', version: 1, lines: [LADDOO] }])

  expect((await test.call('asha', 'POST', '/purchases/asha', order)).status).toBe(201)
  // The order also empties the cart, which is another cart event.
  await expect.poll(() => delivered.length).toBe(3)
  expect(delivered.slice(1)).toMatchObject([
    { kind: 'cart', userId: 'asha', version: 2, lines: [{ productId: 'laddoo', quantity: 0 }] },
    { kind: 'purchase', userId: 'asha', lines: [LADDOO] },
  ])
})

it('many changes of a cart give few events, with the final quantity of each product', async () => {
  const { test, delivered } = await openShopWithEvents()
  const addLaddoos = Array.from({ length: 20 }, () => test.call('asha', 'POST', '/carts/asha', LADDOO))
  await Promise.all(addLaddoos)
  await test.call('asha', 'POST', '/carts/asha', { productId: 'barfi', quantity: 1 })
  await test.call('asha', 'DELETE', '/carts/asha/items/laddoo')
  const changes = addLaddoos.length + 2

  /** The quantity of each product in its latest event. */
  const finalQuantities = () =>
    Object.fromEntries(
      delivered
        .flatMap((event) => ('lines' in event ? event.lines : []))
        .map(({ productId, quantity }) => [productId, quantity]),
    )
  await expect.poll(finalQuantities).toEqual({ laddoo: 0, barfi: 1 })
  expect(delivered.length).toBeLessThan(changes)
})

// Events are delivered in the order of the calls. So a test has all of its events when the event of
// its last call has arrived.

it('a declined order gives no event', async () => {
  const { test, delivered } = await openShopWithEvents()
  const declined = { ...order, paymentDetails: { method: 'upi', upiId: 'failure@bank' } }
  expect((await test.call('asha', 'POST', '/purchases/asha', declined)).status).toBe(402)
  await test.call('asha', 'POST', '/carts/asha', LADDOO)
  await expect.poll(() => delivered.map(({ kind }) => kind)).toEqual(['cart'])
})

it('repeated views have the same event id, and an unknown product has no event', async () => {
  const { test, delivered } = await openShopWithEvents()
  const view = (productId: string) => test.call('asha', 'POST', '/views/asha', { productId })
  expect((await view('laddoo')).data).toEqual({ noted: true })
  await view('laddoo')
  expect((await view('no-such-snack')).data).toEqual({ noted: false })
  await test.call('asha', 'POST', '/carts/asha', LADDOO)

  await expect.poll(() => delivered.at(-1)?.kind).toBe('cart')
  const views = new Map(delivered.filter(({ kind }) => kind === 'view').map((event) => [event.id, event]))
  expect([...views.values()]).toMatchObject([{ userId: 'asha', productId: 'laddoo' }])
})

it('a shopper cannot record a view for another shopper', async () => {
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

it('nothing that a shopper under 18 does is recorded for suggestions', async () => {
  const { test, delivered } = await openShopWithEvents()
  await test.call('child', 'POST', '/carts/child', LADDOO)
  await test.call('child', 'POST', '/views/child', { productId: 'laddoo' })
  expect((await test.call('child', 'POST', '/purchases/child', order)).status).toBe(201)
  await test.call('asha', 'POST', '/carts/asha', LADDOO)
  await expect.poll(() => delivered).toMatchObject([{ kind: 'cart', userId: 'asha' }])
})
