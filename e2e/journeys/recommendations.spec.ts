import { GUEST_RECOMMENDATIONS_USER_ID } from '@nashta/contracts/constants'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { shopperAt } from '../support/checkout.ts'
import { ONCE } from '../support/once.ts'
import { expect, noisyTest, test } from '../support/test.ts'

const DARK_CHOCOLATE = { id: 'chocolate-dark-70', name: 'Single-Origin Dark 70%', price: 249 }

const purchaseOfTwo = ({ id, price }: typeof DARK_CHOCOLATE) => ({
  items: [{ productId: id, quantity: 2 }],
  totalAmount: 2 * price,
  paymentDetails: { method: 'cod' },
  shippingAddress: homeAddress,
})

/** The product cards of the page. */
function cards(page: Page) {
  return page.getByRole('main').getByRole('article')
}

test(
  'a shopper who buys two dark chocolates gets chocolate suggestions with the reason',
  { tag: ONCE },
  async ({ page, request }) => {
    const { api } = await shopperAt(page, request, { path: '/about' })
    await api('POST', `/purchases/${api.userId}`, purchaseOfTwo(DARK_CHOCOLATE))
    const reason = `Because you bought ${DARK_CHOCOLATE.name}`

    // The purchase reaches the recommendation service later, as an event.
    await expect(async () => {
      await page.goto('/collections/suggested')
      await expect(page.getByText(reason).first()).toBeVisible({ timeout: 3000 })
    }).toPass({ timeout: 60_000 })
    await expect(cards(page)).toHaveCount(6)
    const withReason = cards(page).filter({ hasText: reason })
    await expect(withReason.filter({ hasText: /chocolate|truffle|bonbon|cocoa|dark/i }).first()).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])

    await page.goto('/')
    const suggested = page.getByRole('region', { name: 'Suggested Snacks' })
    await expect(suggested.getByText('Picked for you.')).toBeVisible()
    await expect(suggested.getByRole('article')).toHaveCount(4)
  },
)

test('products in the cart are not suggested', { tag: ONCE }, async ({ page, request }) => {
  const { api } = await shopperAt(page, request, { path: '/about' })
  // A new shopper gets the suggestions for guests.
  const guestReply = await request.get(`/api/recommendations/${GUEST_RECOMMENDATIONS_USER_ID}?limit=1`)
  const [topSuggestion] = (await guestReply.json()).recommendations
  await api('POST', `/carts/${api.userId}`, { productId: topSuggestion.product_id, quantity: 1 })

  // The cart reaches the recommendation service later, as an event.
  await expect(async () => {
    await page.goto('/collections/suggested')
    await expect(cards(page)).toHaveCount(6)
    const suggestion = cards(page).getByRole('heading', { name: topSuggestion.name, exact: true })
    await expect(suggestion).toHaveCount(0, { timeout: 3000 })
  }).toPass({ timeout: 60_000 })
})

test('a text is shown while personal suggestions load', { tag: ONCE }, async ({ page, request }) => {
  const released = Promise.withResolvers<void>()
  await page.route('**/api/recommendations/**', async (route) => {
    await released.promise
    await route.continue()
  })
  await shopperAt(page, request, { path: '/collections/suggested' })
  await expect(page.getByText('Loading recommendations...')).toBeVisible()
  await expect(cards(page)).toHaveCount(0)

  released.resolve()
  await expect(cards(page)).toHaveCount(6)
  await expect(page.getByText('Loading recommendations...')).toHaveCount(0)
})

test('the home page suggests to guests what is no best seller', { tag: ONCE }, async ({ page, request }) => {
  const namesIn = (section: string) =>
    page.getByRole('region', { name: section }).getByRole('heading', { level: 3 })
  // Other journeys buy meanwhile, so suggestions and best sellers may change.
  await expect(async () => {
    const guestReply = await request.get(`/api/recommendations/${GUEST_RECOMMENDATIONS_USER_ID}?limit=8`)
    const names: string[] = (await guestReply.json()).recommendations.map(
      ({ name }: { name: string }) => name,
    )
    await page.goto('/')
    const bestSellers = new Set(await namesIn('BEST SELLERS').allTextContents())
    const expected = names.filter((name) => !bestSellers.has(name)).slice(0, 4)
    await expect(namesIn('Suggested Snacks')).toHaveText(expected, { timeout: 2000 })
  }).toPass()
})

noisyTest(
  'when the recommendation service fails, only the suggestions page shows an error',
  { tag: ONCE },
  async ({ page, request }) => {
    await page.route('**/api/recommendations/**', (route) => route.fulfill({ status: 503, body: '{}' }))
    await shopperAt(page, request, { path: '/collections/suggested' })
    await expect(page.getByText('Error loading recommendations: Recommendation API error: 503')).toBeVisible()

    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Suggested Snacks' }).getByRole('article')).toHaveCount(4)
  },
)
