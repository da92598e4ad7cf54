import { afterEach, beforeEach, expect, it } from 'vitest'
import { aProduct } from '../catalogue/product.fixture.ts'
import { openTestShop } from '../shop.fixture.ts'

let test: Awaited<ReturnType<typeof openTestShop>>
beforeEach(async () => {
  test = await openTestShop()
  await test.shop.products.fillIfEmpty([aProduct({ products_id: 'laddoo' })])
})
afterEach(() => test.close())

it('a line that 64 clients change 100 times each holds the exact sum', async () => {
  const CLIENTS = 64
  const CHANGES = 100
  // The line starts in the middle between its limits, 1 and 999.
  const START = 500
  await test.call('asha', 'POST', '/carts/asha', { productId: 'laddoo', quantity: START })

  /** Returns the sum of the changes that the client made. */
  async function runClient(clientIndex: number) {
    let sum = 0
    for (let index = 0; index < CHANGES; index += 1) {
      // Changes are +1 and -1 alternately, so that the line stays far from its limits.
      const isAddition = index % 2 === 0
      // Every third client ends with +1 instead of -1, so that the sum is not 0.
      const isExtraAddition = index === CHANGES - 1 && clientIndex % 3 === 0
      const quantity = isAddition || isExtraAddition ? 1 : -1
      const body = { mergeId: `${clientIndex}-${index}`, delta: [{ productId: 'laddoo', quantity }] }
      const response = await test.call('asha', 'POST', '/carts/asha/merge', body)
      expect(response.status).toBe(200)
      sum += quantity
    }
    return sum
  }
  const sums = await Promise.all(Array.from({ length: CLIENTS }, (_, index) => runClient(index)))

  const { data } = await test.call('asha', 'GET', '/carts/asha')
  expect(data.totalItems).toBe(START + sums.reduce((total, sum) => total + sum, 0))
  const versionAtStart = 1
  expect(data.version).toBe(versionAtStart + CLIENTS * CHANGES)
})
