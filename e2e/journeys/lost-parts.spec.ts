import type { BrowserContext, Page } from '@playwright/test'
import { expect, noisyTest } from '../support/test.ts'

const LOST = 'The connection is lost'
const LIST = '/collections/best-sellers'

/** Fails the first request for each script from now on. Returns the paths of the lost scripts. */
async function loseEachScriptOnce(context: BrowserContext) {
  const lost = new Set<string>()
  await context.route('**/assets/*.js', (route) => {
    const { pathname } = new URL(route.request().url())
    if (lost.has(pathname)) return route.fallback()
    lost.add(pathname)
    return route.abort('connectionfailed')
  })
  return lost
}

async function openInteractive(page: Page, path: string) {
  await page.goto(path)
  await page.waitForSelector('html[data-interactive]')
}

for (const [what, link, heading] of [
  [
    'a product',
    (page: Page) =>
      page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link'),
    null,
  ],
  ['home', (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Nashta' }), null],
  [
    'contact',
    (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }),
    /contact|help/i,
  ],
  [
    'sign-in',
    (page: Page) => page.getByRole('banner').getByRole('link', { name: /sign in/i }),
    'Welcome back',
  ],
] as const) {
  noisyTest(
    `the page of ${what} opens although each of its scripts is lost once`,
    async ({ page, context }) => {
      await openInteractive(page, LIST)
      const lost = await loseEachScriptOnce(context)
      const before = await page.evaluate(() => performance.timeOrigin)
      await link(page).first().click()
      await expect(page).not.toHaveURL(LIST)
      if (heading) await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
      expect(lost.size).toBeGreaterThan(0)
      // The page was never reloaded.
      expect(await page.evaluate(() => performance.timeOrigin)).toBe(before)
    },
  )
}

noisyTest('a press without a line is kept, and answered when the line is back', async ({ page, context }) => {
  await openInteractive(page, LIST)
  await context.setOffline(true)
  await page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page.getByText(LOST).first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('main').getByText('Product Images')).toBeVisible()
  await expect(page.getByText(LOST)).toHaveCount(0)
})

noisyTest(
  'the cart drawer opens without a line, and fills when the line is back',
  async ({ page, context }) => {
    await openInteractive(page, LIST)
    await context.setOffline(true)
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Shopping Cart/ })
      .click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText(LOST)).toBeVisible()
    await context.setOffline(false)
    await expect(drawer.getByText('Your cart is empty')).toBeVisible()
  },
)
