import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { waitForStartUpCheck } from '../support/interactive.ts'
import { ONCE } from '../support/once.ts'
import { createAdminToken, testWithOwnStore } from '../support/own-store.ts'
import { expect } from '../support/test.ts'

/** The longest interval between two polls: ten seconds plus two seconds of jitter. */
const ONE_POLL_MS = 12_000
/** A poll that is in flight may miss a change. The next poll finds it. */
const TWO_POLLS_MS = 2 * ONE_POLL_MS

const test = testWithOwnStore({ RATE_LIMIT_SCALE: '1000' })
const testWithoutSync = testWithOwnStore({ RATE_LIMIT_SCALE: '1000', REAL_TIME_SYNC: 'false' })

for (const path of [
  '/',
  '/collections/allproducts',
  '/collections/new-arrivals',
  '/collections/suggested',
  '/product/donut-strawberry-sprinkle',
]) {
  test(
    `a price that changes right after ${path} was opened is shown after one poll`,
    { tag: ONCE },
    async ({ page, request, store }) => {
      const setPrice = await makePriceSetter(request, store)
      await open(page, path)
      const card = cards(page).first()
      const price = await setPrice(card)
      await page.clock.runFor(ONE_POLL_MS)
      await expect(card).toContainText(price)
    },
  )
}

test(
  'prices change in place on all pages of the All Snacks list',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const setPrice = await makePriceSetter(request, store)
    await open(page, '/collections/allproducts')
    await loadAllPages(page)
    await expect(cards(page)).toHaveCount(36)
    // The first poll refetches all pages of the list in any case. The prices change after it.
    await page.clock.runFor(ONE_POLL_MS)
    const names = await cards(page).getByRole('heading').allTextContents()

    const prices = [await setPrice(cards(page).nth(2)), await setPrice(cards(page).nth(30))]
    await page.clock.runFor(TWO_POLLS_MS)
    await expect(cards(page).nth(2)).toContainText(prices[0] ?? '')
    await expect(cards(page).nth(30)).toContainText(prices[1] ?? '')
    expect(await cards(page).getByRole('heading').allTextContents()).toEqual(names)
  },
)

test(
  'a deleted product disappears from All Snacks and from the counts of the home page',
  { tag: ONCE },
  async ({ page, request, store, context }) => {
    const headers = { authorization: `Bearer ${await createAdminToken(request, store.dataFolder)}` }
    const product = { products_id: 'gone', name: 'Soan Papdi', description: '', category: 'Donuts', price: 1 }
    const created = await request.post(`${SHOP_API_BASE}/products`, { headers, data: product })
    expect(created.status(), await created.text()).toBe(201)
    const home = await context.newPage()
    await open(home, '/')
    const donuts = home.getByRole('link', { name: /^Donuts \d+ kinds$/ })
    const kindsBefore = Number.parseInt((await donuts.innerText()).replace(/\D/g, ''), 10)
    await open(page, '/collections/allproducts')
    await loadAllPages(page)
    await expect(cards(page).getByRole('heading', { name: product.name })).toBeVisible()
    const cardsBefore = await cards(page).count()

    const deleted = await request.delete(`${SHOP_API_BASE}/products/gone`, { headers })
    expect(deleted.status(), await deleted.text()).toBe(200)
    await page.clock.runFor(TWO_POLLS_MS)
    await expect(cards(page)).toHaveCount(cardsBefore - 1)
    await expect(page.getByRole('heading', { name: product.name })).toHaveCount(0)
    // A page polls only while it is visible.
    await home.bringToFront()
    await home.clock.runFor(TWO_POLLS_MS)
    await expect(donuts).toContainText(`${kindsBefore - 1} kinds`)
  },
)

test(
  'a product name without spaces stays inside the screen',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const token = await createAdminToken(request, store.dataFolder)
    const name = 'Mohanthal'.repeat(20)
    const response = await request.post(`${SHOP_API_BASE}/products`, {
      headers: { authorization: `Bearer ${token}` },
      data: { products_id: 'long', name, description: name, category: 'Donuts', price: 1 },
    })
    expect(response.status(), await response.text()).toBe(201)

    await page.setViewportSize({ width: 320, height: 700 })
    for (const path of ['/collections/new-arrivals', '/product/long']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name }).first()).toBeVisible()
      const overflowing = await page.evaluate(() =>
        [...document.querySelectorAll('main h1, main h2, main p, main li')]
          .filter((element) => element.getBoundingClientRect().right > innerWidth)
          .map(({ textContent }) => textContent),
      )
      expect(overflowing, path).toEqual([])
    }
  },
)

testWithoutSync(
  'pages do not poll when REAL_TIME_SYNC is false',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const setPrice = await makePriceSetter(request, store)
    for (const path of ['/', '/collections/best-sellers', '/collections/allproducts']) {
      await open(page, path)
      // A page that does not poll still fetches the list once more, for its offline copy. It does
      // so one polling interval after the start-up check.
      const offlineCopy = page.waitForResponse(/\/api\/products\?limit=100$/)
      await page.clock.runFor(ONE_POLL_MS)
      await offlineCopy
      const card = cards(page).first()
      const textBefore = await card.textContent()
      await setPrice(card)
      const calls: string[] = []
      page.on('request', (call) => {
        if (call.url().includes('/api/')) calls.push(call.url())
      })
      await page.clock.runFor(3 * ONE_POLL_MS)
      await expect(card).toHaveText(textBefore ?? '')
      expect(calls, path).toEqual([])
      page.removeAllListeners('request')
    }
  },
)

/** Opens a page with a clock that the test can move, and waits for the start-up check. */
async function open(page: Page, path: string) {
  await page.clock.install()
  const startUpCheck = waitForStartUpCheck(page)
  await page.goto(path)
  await startUpCheck
}

function cards(page: Page) {
  return page.getByRole('main').getByRole('article')
}

/** All Snacks has two pages: 12 snacks, then 24. A snack that was added is on a third. */
async function loadAllPages(page: Page) {
  const loadMore = page.getByRole('button', { name: 'Load more' })
  await loadMore.scrollIntoViewIfNeeded()
  await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(36)
  if (await loadMore.isVisible()) await loadMore.scrollIntoViewIfNeeded()
  await expect(loadMore).toHaveCount(0)
}

/** Above every price of the catalogue, so each new price differs from all prices before. */
let lastPrice = 5000

/** Returns a function that changes the price of a card's product, and returns the price as pages show it. */
async function makePriceSetter(request: APIRequestContext, { dataFolder }: { dataFolder: string }) {
  const token = await createAdminToken(request, dataFolder)
  return async (card: Locator) => {
    lastPrice += 1
    const id = (await card.getByRole('heading').getByRole('link').getAttribute('href'))?.split('/').at(-1)
    const response = await request.put(`${SHOP_API_BASE}/products/${id}`, {
      headers: { authorization: `Bearer ${token}` },
      // A price may not be above the MRP.
      data: { price: lastPrice, mrp: lastPrice },
    })
    expect(response.status(), await response.text()).toBe(200)
    return `₹${lastPrice.toLocaleString('en-IN')}`
  }
}
