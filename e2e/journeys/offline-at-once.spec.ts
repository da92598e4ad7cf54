import type { Page } from '@playwright/test'
import { ONCE } from '../support/once.ts'
import { expect, noisyTest } from '../support/test.ts'

// One second after the first page is painted, the service worker has saved nothing yet.

const LOST = 'The connection is lost'

async function loseLineOneSecondAfterPaint(page: Page, path: string) {
  await page.goto(path)
  await page.waitForTimeout(1000)
  await page.context().setOffline(true)
}

/** Each press, and where it leads once the line is back. */
const PRESSES: readonly [what: string, press: (page: Page) => Promise<void>, url: RegExp | null][] = [
  ['a product', (page) => page.getByRole('main').locator('article a').first().click(), /\/product\//],
  [
    'a collection',
    (page) => page.getByRole('contentinfo').getByRole('link', { name: 'Best Sellers' }).first().click(),
    /best-sellers$/,
  ],
  [
    'the cart drawer',
    (page) =>
      page
        .getByRole('banner')
        .getByRole('button', { name: /^Shopping Cart/ })
        .click(),
    null,
  ],
  [
    'the search',
    (page) =>
      page
        .getByRole('contentinfo')
        .getByRole('link', { name: /All (?:Products|Snacks)/ })
        .first()
        .click(),
    /allproducts/,
  ],
  [
    'contact',
    (page) => page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click(),
    /contact$/,
  ],
]

for (const [what, press, url] of PRESSES) {
  noisyTest(
    `${ONCE} ${what}, pressed without a line on the first page, is the shop's own page and comes with the line`,
    async ({ page }) => {
      await loseLineOneSecondAfterPaint(page, '/')
      await press(page)
      await page.waitForTimeout(1500)
      // The shop's own page, of the same document: no error page of the browser.
      await expect(page.getByRole('banner').first()).toBeVisible()
      await expect(page.getByText(LOST).or(page.getByText('No connection')).first()).toBeVisible()
      expect(page.url()).not.toContain('chrome-error')
      await page.context().setOffline(false)
      if (url) await expect(page).toHaveURL(url)
      else await expect(page.getByRole('dialog').getByText('Your cart is empty')).toBeVisible()
      await expect(page.getByText(LOST)).toHaveCount(0)
    },
  )
}
