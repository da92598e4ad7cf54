import { accessibilityViolations } from '../support/axe.ts'
import { aPurchaseOf, DONUT, shopperAt } from '../support/checkout.ts'
import { makeNavigationWait } from '../support/interactive.ts'
import { ONCE } from '../support/once.ts'
import { expect, noisyTest, test } from '../support/test.ts'

for (const path of ['/checkout', '/order-success', '/purchase-history', '/purchase-history/unknown']) {
  test(
    `${path} is not indexed, and leads a guest to the sign-in page`,
    { tag: ONCE },
    async ({ page, request }) => {
      expect(await (await request.get(path)).text()).toContain('noindex')
      await page.goto(path)
      await expect(page).toHaveURL(`/signin?next=${encodeURIComponent(path)}`)
    },
  )
}

test('a shopper without orders gets a link to the products', { tag: ONCE }, async ({ page, request }) => {
  await shopperAt(page, request, { path: '/purchase-history' })
  await expect(page.getByText('Start shopping and your orders will appear here')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Start Shopping' }).click()
  await expect(page).toHaveURL('/collections/allproducts')
})

test('past orders are listed with their details, and can be ordered again', async ({ page, request }) => {
  const { api } = await shopperAt(page, request, { path: '/purchase-history' })
  const { purchaseId, transactionId } = await api('POST', `/purchases/${api.userId}`, aPurchaseOf(2))
  await page.reload()

  const card = page.getByRole('article', { name: `Order #${purchaseId.slice(-8)}` })
  for (const text of [
    'CONFIRMED',
    'PROCESSING',
    `${DONUT.name}DonutsQty: 2₹178₹89 each`,
    'Payment MethodCOD',
    `Transaction ID${transactionId}`,
    'Estimated Delivery',
    'Total Items2',
    'Total Amount₹178',
    'Asha Rao12 MG RoadBengaluru, Karnataka - 560001Phone: 9876543210',
  ]) {
    await expect(card).toContainText(text)
  }
  await expect(card.getByRole('list', { name: 'Delivery' }).getByText('Being packed')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await card.getByRole('button', { name: /Order again/ }).click()
  await expect(card.getByText('✓ Added to your cart')).toBeVisible()
  await expect.poll(async () => (await api('GET', `/carts/${api.userId}`)).totalItems).toBe(2)

  await page.goto('/checkout')
  await expect(page.getByRole('radio', { name: /560001/ })).toBeChecked()
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByText('Before you pay')).toBeVisible()
})

test(
  'a long transaction id wraps on a phone without a short last line',
  { tag: ONCE },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { api } = await shopperAt(page, request, { path: '/about' })
    const { purchaseId, transactionId } = await api('POST', `/purchases/${api.userId}`, aPurchaseOf(1))
    for (const path of ['/purchase-history', `/order-success?order=${purchaseId}`]) {
      await page.goto(path)
      const widths = await page.getByText(transactionId, { exact: true }).evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return Array.from(range.getClientRects(), ({ width }) => width)
      })
      const shortest = Math.min(...widths)
      expect(shortest, `${path}: ${widths.join(', ')}`).toBeGreaterThan(Math.max(...widths) / 3)
    }
  },
)

test(
  'the order history shows the progress of a delivery, but none for a cancelled order',
  { tag: ONCE },
  async ({ page, request }) => {
    const { api } = await shopperAt(page, request, { path: '/about' })
    await api('POST', `/purchases/${api.userId}`, aPurchaseOf(1))
    // The status of the order is replaced in the response.
    let status = { orderStatus: 'SHIPPED', deliveryStatus: 'OUT_FOR_DELIVERY' }
    await page.route('**/api/purchases/*', async (route) => {
      const response = await route.fetch()
      const { data } = await response.json()
      const purchases = data.purchases.map((order: object) => Object.assign(order, status))
      await route.fulfill({ response, json: { data: { ...data, purchases } } })
    })
    const delivery = page.getByRole('list', { name: 'Delivery' })

    await page.goto('/purchase-history')
    await expect(page.getByText('SHIPPED', { exact: true })).toBeVisible()
    await expect(delivery.locator('[aria-current=step]')).toHaveText('Out for delivery')
    status = { orderStatus: 'DELIVERED', deliveryStatus: 'DELIVERED' }
    await page.reload()
    await expect(delivery.locator('[aria-current=step]')).toHaveText('Delivered')
    await expect(page.getByText('Estimated Delivery')).toBeHidden()
    expect(await accessibilityViolations(page)).toEqual([])

    status = { orderStatus: 'CANCELLED', deliveryStatus: 'PROCESSING' }
    await page.reload()
    await expect(page.getByText('CANCELLED', { exact: true })).toBeVisible()
    await expect(delivery).toBeHidden()
    expect(await accessibilityViolations(page)).toEqual([])
  },
)

test('the order history shows 20 orders, and more on demand', { tag: ONCE }, async ({ page, request }) => {
  const { api } = await shopperAt(page, request, { path: '/purchase-history' })
  for (let donuts = 1; donuts <= 21; donuts += 1) {
    // Not cash on delivery: these orders have more units than the limit for cash orders.
    const paymentDetails = { method: 'upi', upiId: 'asha@okbank' }
    await api('POST', `/purchases/${api.userId}`, { ...aPurchaseOf(donuts), paymentDetails })
  }
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(20)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('article')).toHaveCount(21)
  // The first order, of one donut, is the last in the list.
  await expect(page.getByRole('article').last()).toContainText('Total Items1')
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
})

test(
  'the success page without an order id links to the home page',
  { tag: ONCE },
  async ({ page, request }) => {
    await shopperAt(page, request, { path: '/order-success' })
    await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await expect(page).toHaveURL('/')
  },
)

test("another shopper's order is not found", { tag: ONCE }, async ({ page, request, browser, baseURL }) => {
  const otherBrowser = await browser.newContext({ ...(baseURL && { baseURL }) })
  const { api } = await shopperAt(makeNavigationWait(await otherBrowser.newPage()), request, {
    path: '/purchase-history',
  })
  const { purchaseId } = await api('POST', `/purchases/${api.userId}`, aPurchaseOf(1))
  await otherBrowser.close()

  await shopperAt(page, request, { path: `/order-success?order=${purchaseId}` })
  await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
  for (const id of [purchaseId, 'unknown']) {
    await page.goto(`/purchase-history/${id}`)
    await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible()
  }
  expect(await accessibilityViolations(page)).toEqual([])
})

// Noisy, because the console shows the failed response.
noisyTest('an order history that cannot load shows the reason', { tag: ONCE }, async ({ page, request }) => {
  await shopperAt(page, request, { path: '/' })
  await page.route('**/api/purchases/*', (route) =>
    route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'Back soon' } }),
  )
  await page.goto('/purchase-history')
  await expect(page.getByRole('heading', { name: 'Error Loading Purchase History' })).toBeVisible()
  await expect(page.getByText('API request failed: Back soon')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})
