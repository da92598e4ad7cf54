import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { expect, it, onTestFinished } from 'vitest'
import { aProduct } from '../../catalogue/product.fixture.ts'
import { openTestShop } from '../../shop.fixture.ts'
import { GOOD_CARD } from '../work/checkout.fixture.ts'

/** As many as a cart takes. */
const LINES = 100
const ORDERS = 12

it('a page of orders ends with its thousandth line, and the next page has the other orders', async () => {
  const test = await openTestShop()
  onTestFinished(() => test.close())
  const products = Array.from({ length: LINES }, (_, number) =>
    aProduct({ products_id: `snack-${number}`, name: `Snack ${number}`, pricePaise: asPaise(1_000) }),
  )
  await test.shop.products.fillIfEmpty(products)
  const order = {
    items: products.map(({ products_id }) => ({ productId: products_id, quantity: 1 })),
    totalAmount: 1000,
    paymentDetails: GOOD_CARD,
    shippingAddress: homeAddress,
  }
  const placed: string[] = []
  for (let number = 0; number < ORDERS; number += 1) {
    test.clock.now = new Date(test.clock.now.getTime() + 1000)
    const { data } = await test.call('asha', 'POST', '/purchases/asha', order, {
      'idempotency-key': `k${number}`,
    })
    placed.unshift(data.purchaseId)
  }

  const readPage = async (query: string) => {
    const { data } = await test.call('asha', 'GET', `/purchases/asha?limit=50${query}`)
    const ids: string[] = data.purchases.map(({ purchaseId }: { purchaseId: string }) => purchaseId)
    return { ids, nextCursor: data.nextCursor as string | null }
  }
  const first = await readPage('')
  expect(first.ids).toEqual(placed.slice(0, 10))
  const second = await readPage(`&cursor=${first.nextCursor}`)
  expect(second).toEqual({ ids: placed.slice(10), nextCursor: null })
})
