import { test as base } from '@playwright/test'
import { openWithDelayedScripts } from '../support/interactive.ts'
import { ONCE } from '../support/once.ts'
import { expect } from '../support/test.ts'

const LIST = '/collections/best-sellers'
const CART = /^Shopping Cart/

// These journeys open a page without waiting until it is interactive: nothing but a press starts its scripts.

base(
  'a page that is only looked at loads no scripts, and a press on + is answered',
  { tag: ONCE },
  async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.goto(LIST)
    await page.waitForTimeout(1500)
    expect(scripts).toEqual([])

    await page.getByRole('main').getByRole('button', { name: /^Add/ }).first().click()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Shopping Cart (1)' })).toBeVisible()
    expect(scripts.length).toBeGreaterThan(5)
  },
)

base(
  'every press before hydration is answered once, in its order, before a link',
  { tag: ONCE },
  async ({ context }) => {
    const { page, release } = await openWithDelayedScripts(context, LIST)
    const plus = page.getByRole('main').getByRole('button', { name: /^Add/ })
    await plus.nth(0).click()
    await plus.nth(0).click()
    await plus.nth(1).click()
    // The presses are seen at once.
    await expect(plus.nth(0)).toHaveAttribute('aria-busy', 'true')
    const name = await page
      .getByRole('main')
      .getByRole('article')
      .nth(2)
      .getByRole('heading')
      .getByRole('link')
      .textContent()
    await page.getByRole('main').getByRole('article').nth(2).getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(LIST)
    release()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Shopping Cart (3)' })).toBeVisible()
    await expect(page.locator('button[aria-busy]')).toHaveCount(0)
  },
)

base(
  'a press is answered once although each script is lost once',
  { tag: ONCE },
  async ({ page, context }) => {
    const lost = new Set<string>()
    await context.route('**/assets/*.js', (route) => {
      const url = route.request().url()
      if (lost.has(url)) return route.fallback()
      lost.add(url)
      return route.abort('connectionfailed')
    })
    await page.goto(LIST)
    await page.getByRole('main').getByRole('button', { name: /^Add/ }).first().click()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Shopping Cart (1)' })).toBeVisible({
      timeout: 60_000,
    })
    expect(lost.size).toBeGreaterThan(5)
  },
)

base('a press without a line is answered when the line is back', { tag: ONCE }, async ({ page, context }) => {
  await page.goto(LIST)
  await context.setOffline(true)
  const plus = page.getByRole('main').getByRole('button', { name: /^Add/ }).first()
  await plus.click()
  await expect(plus).toHaveAttribute('aria-busy', 'true')
  await page.waitForTimeout(500)
  await context.setOffline(false)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Shopping Cart (1)' })).toBeVisible()
})

base(
  'ADD TO CART before hydration adds for the shopper who will be known',
  { tag: ONCE },
  async ({ context }) => {
    const { page, release } = await openWithDelayedScripts(context, '/product/nuts-royal-mix')
    await page.getByRole('main').getByRole('button', { name: 'ADD TO CART' }).first().click()
    await expect(page).toHaveURL('/product/nuts-royal-mix')
    release()
    // A guest signs in first, and then has the product in the cart.
    await expect(page).toHaveURL(/\/signin\?next=/)
  },
)

base('drawer and menu open at once', { tag: ONCE }, async ({ context }) => {
  const { page, release } = await openWithDelayedScripts(context, LIST)
  await page.getByRole('banner').getByRole('button', { name: CART }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  release()
  await expect(page.getByRole('dialog').getByText('Your cart is empty')).toBeVisible()
})

base('the scripts start by themselves after some seconds', { tag: ONCE }, async ({ page }) => {
  await page.goto(LIST)
  await page.waitForSelector('html[data-interactive]', { timeout: 15_000 })
})
