import { productsReply } from '@nashta/contracts/catalogue/product'
import { getRecommendations } from '@nashta/contracts/recommendations/recommendation'
import type { APIRequestContext, Page } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { ONCE } from '../support/once.ts'
import { expect, test } from '../support/test.ts'

test(
  'the best sellers are the first twelve products of the API, each with a badge',
  { tag: ONCE },
  async ({ page, request }) => {
    // Other journeys buy meanwhile, so the best sellers may change.
    await expect(async () => {
      const names = (await fetchProducts(request)).map(({ name }) => name)
      await page.goto('/collections/best-sellers')
      expect(await shownNames(page)).toEqual(names.slice(0, 12))
    }).toPass()
    await expect(page).toHaveTitle('Best Sellers | Nashta')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Best Sellers')
    await expect(page.getByRole('main').getByText('BEST SELLER', { exact: true })).toHaveCount(12)
    expect(await accessibilityViolations(page)).toEqual([])
  },
)

test('the new arrivals are the newest twelve products', { tag: ONCE }, async ({ page, request }) => {
  const newest = (await fetchProducts(request)).toSorted(
    (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  )
  await page.goto('/collections/new-arrivals')

  // The page shows these products, in any order but with the newest first.
  expect((await shownNames(page)).toSorted()).toEqual(
    newest
      .slice(0, 12)
      .map(({ name }) => name)
      .toSorted(),
  )
  await expect(page.getByRole('main').getByRole('article').first()).toContainText(newest[0]?.name ?? '')
})

for (const [path, title] of [
  ['/collections/shoes', 'Shoes'],
  ['/collections/sandals', 'Sandals'],
] as const) {
  test(`the page ${title} is empty, and search engines do not index it`, async ({ page }) => {
    const response = await page.goto(path)

    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText('No snacks available at the moment.')).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    expect(await accessibilityViolations(page)).toEqual([])
  })
}

test(
  'the suggestions are six products, in rows of three on a desktop',
  { tag: ONCE },
  async ({ page, request }) => {
    // Other journeys buy meanwhile, so the suggestions may change.
    await expect(async () => {
      const response = await request.get('/api/recommendations/guest-test-user?limit=6')
      const { recommendations } = getRecommendations.reply.parse(await response.json())
      await page.goto('/collections/suggested')
      expect(await shownNames(page)).toEqual(recommendations.map(({ name }) => name))
    }).toPass()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recommended For You')
    await expect(page.getByText('Handpicked items based on your activity')).toBeVisible()
    const cardTops = await page
      .getByRole('main')
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top))
    expect(new Set(cardTops).size).toBe(2)
    expect(await accessibilityViolations(page)).toEqual([])
  },
)

test('a click anywhere on a card opens its product without a reload', { tag: ONCE }, async ({ page }) => {
  await page.goto('/collections/best-sellers')
  // A reload would make a new window, without this property.
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const card = page.getByRole('main').getByRole('article').first()
  const name = await card.getByRole('heading').innerText()
  await card.click({ position: { x: 60, y: 60 } })

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page).toHaveTitle(`${name} | Nashta`)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('a collection adds little JavaScript to the shared chunks, and fits on 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const textPageBytes = await countScriptBytes(page, '/about')
  const collectionBytes = await countScriptBytes(page, '/collections/best-sellers')

  // Most of the difference is the query cache, which text pages do not load.
  expect(collectionBytes - textPageBytes).toBeLessThan(18_000)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

async function countScriptBytes(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'networkidle' })
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )
}

async function fetchProducts(request: APIRequestContext) {
  return productsReply.parse(await (await request.get('/api/products')).json()).data
}

async function shownNames(page: Page) {
  return page.getByRole('main').getByRole('article').getByRole('heading').allInnerTexts()
}
