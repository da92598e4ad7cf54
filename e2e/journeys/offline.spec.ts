import { STORE_UNREACHABLE } from '@nashta/contracts/api/error-texts'
import type { Page } from '@playwright/test'
import { OFFLINE_CHECKOUT } from '../../apps/web/app/features/checkout/checkout-texts.ts'
import { BROKEN_STORAGE } from '../support/broken-storage.ts'
import { DONUT, expectPlaced, fillShipping, payButton, shopperAt } from '../support/checkout.ts'
import { waitForServiceWorker } from '../support/service-worker.ts'
import { expect, noisyTest, test } from '../support/test.ts'

const PRODUCT_LIST = /\/api\/products\?limit=100$/
/** The longest interval between two polls: ten seconds plus two seconds of jitter. */
const ONE_POLL_MS = 12_000

test('a visible page polls the list, and an unchanged list is sent without its body', async ({ page }) => {
  await open(page, '/collections/best-sellers')
  // Even a page that does not poll fetches the list once more, for its offline copy.
  await runOnePoll(page)

  const polled = await runOnePoll(page)
  // Chromium reports a 304 with the status of the cached response.
  expect(polled.status()).toBe(200)
  expect((await polled.request().sizes()).responseBodySize).toBe(0)
})

test('a hidden page does not poll, and polls again when it is visible', async ({ page }) => {
  await open(page, '/collections/best-sellers')
  // The first request is for the offline copy. The poll after it shows that the code that polls has come.
  await runOnePoll(page)
  await runOnePoll(page)
  await setVisibility(page, 'hidden')
  let polls = 0
  page.on('request', (request) => {
    if (PRODUCT_LIST.test(request.url())) polls += 1
  })
  await page.clock.runFor(10 * ONE_POLL_MS)
  expect(polls).toBe(0)

  const polled = page.waitForResponse(PRODUCT_LIST)
  await setVisibility(page, 'visible')
  await polled
})

noisyTest.describe('with the service worker', () => {
  noisyTest.use({ serviceWorkers: 'allow' })

  noisyTest('without a network, saved products show their age', async ({ page, context }) => {
    await open(page, '/collections/best-sellers')
    await waitForServiceWorker(page)
    await runOnePoll(page)

    await context.setOffline(true)
    await expect(page.getByText('Showing saved snacks from a moment ago')).toBeVisible()
    await page.clock.runFor(5 * 60_000)
    await expect(page.getByText('Showing saved snacks from 5 minutes ago')).toBeVisible()

    await page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link').click()
    await expect(page.getByRole('main').getByText('Product Images')).toBeVisible()
    await expect(page.getByText('Showing saved snacks from 5 minutes ago')).toBeVisible()

    await context.setOffline(false)
    await page.clock.runFor(ONE_POLL_MS)
    await expect(page.getByText('Showing saved snacks')).toHaveCount(0)
  })

  noisyTest('the brand link leads home without a network, from any page', async ({ page, context }) => {
    await page.clock.install()
    await page.goto('/about', { waitUntil: 'networkidle' })
    await waitForServiceWorker(page)

    await context.setOffline(true)
    await page.getByRole('banner').getByRole('link', { name: 'Nashta' }).click()
    await expect(page).toHaveURL('/')
    for (const name of ['BEST SELLERS', 'Suggested Snacks'])
      await expect(page.getByRole('region', { name }).getByRole('article')).toHaveCount(4)
    // The saved list has nine chocolates.
    await expect(page.getByText('9 kinds').first()).toBeVisible()
    await expect(page.getByText('Showing saved snacks from a moment ago')).toBeVisible()

    await page.getByRole('contentinfo').getByRole('link', { name: 'New Arrivals' }).click()
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(12)

    await context.setOffline(false)
    await page.clock.runFor(ONE_POLL_MS)
    await expect(page.getByText('Showing saved snacks')).toHaveCount(0)
  })
})

noisyTest(
  'a first visit that loses the network shows its products, and that it is offline',
  async ({ page, context }) => {
    await open(page, '/collections/best-sellers')
    // The code that reads the saved list is not loaded before the first poll.
    await context.setOffline(true)
    await expect(page.getByText('You are offline')).toBeVisible()
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(12)
  },
)

for (const path of ['/', `/product/${DONUT.productId}`]) {
  noisyTest(`a first visit of ${path} says that the API does not respond`, async ({ page }) => {
    await page.clock.install()
    await page.route('**/api/**', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => PRODUCT_LIST.test(request.url()))
    await page.goto(path)
    await failed
    // The home page loads the code that shows the message one polling interval later.
    await page.clock.runFor(ONE_POLL_MS)
    await expect(page.getByText(STORE_UNREACHABLE)).toBeVisible()
  })
}

noisyTest(
  'a page that cannot reach the API logs this once, shows saved products, and recovers',
  async ({ page, request }) => {
    const logged: string[] = []
    page.on('console', (message) => {
      if (message.text().startsWith('Start-up failed')) logged.push(message.text())
    })
    await page.clock.install()
    await shopperAt(page, request, { path: '/collections/best-sellers', donuts: 2 })
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Shopping Cart (2)' })).toBeVisible()
    expect(logged).toEqual([])
    await page.route('**/api/**', (route) => route.abort())
    await page.goto('/collections/best-sellers')
    await expect(page.getByText('Showing saved snacks from')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Shopping Cart (2)' })).toBeVisible()

    await page.goto('/checkout')
    await fillShipping(page)
    await expect(page.getByText(OFFLINE_CHECKOUT)).toBeVisible()
    await page.clock.runFor(3 * ONE_POLL_MS)
    // Each of the two pages logs its first failed call only.
    expect(logged).toHaveLength(2)

    await page.unroute('**/api/**')
    await page.clock.runFor(ONE_POLL_MS)
    await expect(page.getByText(OFFLINE_CHECKOUT)).toHaveCount(0)
  },
)

noisyTest(
  'nothing can be paid without a network, and the payment works when the network is back',
  async ({ page, context, request }) => {
    const { api } = await shopperAt(page, request, { path: '/checkout', donuts: 1 })
    await fillShipping(page)
    await page.getByRole('radio', { name: 'Cash on Delivery' }).check()

    const purchaseRequests: string[] = []
    page.on('request', (sent) => {
      const isPurchase = sent.method() === 'POST' && sent.url().includes('/api/purchases/')
      if (isPurchase) purchaseRequests.push(sent.url())
    })
    await context.setOffline(true)
    await expect(page.getByText(OFFLINE_CHECKOUT)).toBeVisible()
    await expect(payButton(page)).toHaveAttribute('aria-disabled', 'true')
    await payButton(page).press('Enter')
    await context.setOffline(false)
    await expect(page.getByText(OFFLINE_CHECKOUT)).toHaveCount(0)
    expect(purchaseRequests).toEqual([])

    await payButton(page).click()
    await expectPlaced(page)
    expect((await api('GET', `/purchases/${api.userId}`)).purchases).toHaveLength(1)
  },
)

noisyTest('the search uses the saved list while the store does not respond', async ({ page }) => {
  await open(page, '/collections/allproducts')
  await runOnePoll(page)
  await page.route('**/api/**', (route) => route.abort())
  await page.getByRole('searchbox', { name: 'Search snacks' }).fill('laddoo')
  // The page searches a moment after the last letter was typed.
  await page.clock.runFor(1000)

  const snacks = page.getByRole('region', { name: 'Snacks' })
  await expect(snacks.getByRole('article').first()).toContainText('Laddoo')
  await page.clock.runFor(ONE_POLL_MS)
  await expect(page.getByText('Showing saved snacks from')).toBeVisible()

  await page.unroute('**/api/**')
  // The delays between polls grow during an outage.
  await expect(async () => {
    await page.clock.runFor(ONE_POLL_MS)
    await expect(page.getByText('Showing saved snacks')).toHaveCount(0, { timeout: 1000 })
  }).toPass()
})

for (const [state, breakStorage] of BROKEN_STORAGE) {
  test(`the product list works when browser storage is ${state}`, async ({ page, context }) => {
    await breakStorage(context)
    await open(page, '/collections/best-sellers')
    await runOnePoll(page)
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(12)
  })
}

/** Opens a page with a clock that the test can move. Waits for the start-up check and hydration. */
async function open(page: Page, path: string) {
  await page.clock.install()
  const startUpCheck = page.waitForResponse(PRODUCT_LIST)
  await page.goto(path)
  await (await startUpCheck).finished()
  // React sets properties with this prefix when it hydrates an element.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main article') ?? {}).some((key) => key.startsWith('__react')),
  )
}

async function runOnePoll(page: Page) {
  const polled = page.waitForResponse(PRODUCT_LIST)
  await page.clock.runFor(ONE_POLL_MS)
  return polled
}

async function setVisibility(page: Page, visibility: 'hidden' | 'visible') {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, visibility)
}
