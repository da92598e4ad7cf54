import { expect, type Page, test as unstartedTest } from '@playwright/test'
import { ADD_TO_CART, BUY_NOW } from '../../apps/web/app/features/cart/add-to-cart-texts.ts'
import { DONUT } from '../support/checkout.ts'
import { ONCE } from '../support/once.ts'
import { noisyTest } from '../support/test.ts'

// One second after the first page is painted, the service worker has saved nothing yet.

const LOST = 'The connection is lost'
const OFFLINE = 'You are offline'
const PRODUCT_PAGE = `/product/${DONUT.productId}`

type Journey = {
  what: string
  /** The first page. */
  from: string
  press: (page: Page) => Promise<void>
  /** What the page says if its scripts have run. */
  message: string
  /** Where the press leads once the line is back. */
  arrives: (page: Page) => Promise<void>
}

const at = (url: RegExp) => (page: Page) => expect(page).toHaveURL(url)

const JOURNEYS: Journey[] = [
  {
    what: 'a product',
    from: '/',
    press: (page) => page.getByRole('main').locator('article a').first().click(),
    message: LOST,
    arrives: at(/\/product\//),
  },
  {
    what: 'a collection',
    from: '/',
    press: (page) =>
      page.getByRole('contentinfo').getByRole('link', { name: 'Best Sellers' }).first().click(),
    message: LOST,
    arrives: at(/best-sellers$/),
  },
  {
    what: 'the cart drawer',
    from: '/',
    press: (page) =>
      page
        .getByRole('banner')
        .getByRole('button', { name: /^Shopping Cart/ })
        .click(),
    message: LOST,
    arrives: (page) => expect(page.getByRole('dialog').getByText('Your cart is empty')).toBeVisible(),
  },
  {
    what: 'the search',
    from: '/collections/allproducts',
    async press(page) {
      const field = page.getByRole('main').getByRole('searchbox', { name: 'Search snacks' })
      await field.fill('laddoo')
      await field.press('Enter')
    },
    message: OFFLINE,
    arrives: at(/search=laddoo/),
  },
  {
    what: 'the checkout',
    from: PRODUCT_PAGE,
    press: (page) => page.getByRole('main').getByRole('button', { name: BUY_NOW }).click(),
    message: OFFLINE,
    arrives: at(/\/checkout|\/signin/),
  },
  {
    what: 'contact',
    from: '/',
    press: (page) => page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click(),
    message: LOST,
    arrives: at(/contact$/),
  },
]

/** The shop's own page, of the same document: no error page of the browser. */
async function expectOwnPage(page: Page, message: string) {
  await page.waitForTimeout(1500)
  await expect(page.getByRole('banner').first()).toBeVisible()
  await expect(page.getByText(message).or(page.getByText('No connection')).first()).toBeVisible()
  expect(page.url()).not.toContain('chrome-error')
}

for (const { what, from, press, message, arrives } of JOURNEYS) {
  unstartedTest(
    `${what}, pressed without a line before any script has loaded, is kept, and answered when the line is back`,
    { tag: ONCE },
    async ({ page }) => {
      await page.goto(from)
      await page.waitForTimeout(1000)
      const scripts = await page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
      )
      expect(scripts).toBe(0)
      await page.context().setOffline(true)
      await press(page)
      await expectOwnPage(page, OFFLINE)
      await page.context().setOffline(false)
      await arrives(page)
      await expect(page.getByText(OFFLINE)).toBeHidden()
    },
  )

  noisyTest(
    `${what}, pressed without a line on the first page, is the shop's own page and comes with the line`,
    { tag: ONCE },
    async ({ page }) => {
      await page.goto(from)
      await page.waitForTimeout(1000)
      await page.context().setOffline(true)
      await press(page)
      await expectOwnPage(page, message)
      await page.context().setOffline(false)
      await arrives(page)
      await expect(page.getByText(LOST)).toHaveCount(0)
    },
  )
}

unstartedTest(
  'ADD TO CART that a guest presses without a line before any script has loaded leads to the sign-in when the line is back',
  { tag: ONCE },
  async ({ page }) => {
    await page.goto(PRODUCT_PAGE)
    await page.waitForTimeout(1000)
    await page.context().setOffline(true)
    await page.getByRole('main').getByRole('button', { name: ADD_TO_CART }).first().click()
    await expectOwnPage(page, OFFLINE)
    await page.context().setOffline(false)
    await expect(page).toHaveURL(`/signin?next=${encodeURIComponent(PRODUCT_PAGE)}`)
    await expect(page.getByText('Sign in to put it into your cart.')).toBeVisible()
  },
)
