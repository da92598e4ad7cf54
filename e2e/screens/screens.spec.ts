import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { aPurchaseOf, DONUT, fillShipping, shopperAt } from '../support/checkout.ts'
import { expect, test } from '../support/test.ts'

const FOLDER = join(import.meta.dirname, '../../docs/screenshots')
/** In pixels. A screenshot ends here, because the rest of a longer page only repeats. */
const HEIGHT_MAX = 3000

type Prepare = (page: Page, request: APIRequestContext) => Promise<unknown>

const open =
  (path: string): Prepare =>
  (page) =>
    page.goto(path)
const openAsShopper =
  (path: string): Prepare =>
  (page, request) =>
    shopperAt(page, request, { path, donuts: 2 })

const SCREENS: Record<string, Prepare> = {
  home: open('/'),
  'all-snacks': open('/collections/allproducts'),
  search: open('/collections/allproducts?search=chocolate&sort=price-asc'),
  'best-sellers': open('/collections/best-sellers'),
  'new-arrivals': open('/collections/new-arrivals'),
  suggested: async (page, request) => {
    const { api } = await shopperAt(page, request, { path: '/about' })
    await api('POST', `/purchases/${api.userId}`, aPurchaseOf(1))
    await expect(async () => {
      await page.goto('/collections/suggested')
      await expect(page.getByText(/^Because you bought/).first()).toBeVisible({ timeout: 3000 })
    }).toPass()
  },
  'empty-collection': open('/collections/shoes'),
  product: open('/product/donut-kesar-pista'),
  'cart-drawer': async (page, request) => {
    await shopperAt(page, request, { path: `/product/${DONUT.productId}`, donuts: 2 })
    await page.getByRole('button', { name: 'Shopping Cart (2)' }).click()
    await expect(page.getByRole('dialog').getByText(DONUT.name)).toBeVisible()
  },
  'sign-in': open('/signin'),
  'sign-up': open('/signup'),
  'forgot-password': open('/forgot-password'),
  profile: openAsShopper('/profile'),
  'checkout-shipping': openAsShopper('/checkout'),
  'checkout-payment': async (page, request) => {
    await shopperAt(page, request, { path: '/checkout', donuts: 2 })
    await fillShipping(page)
  },
  'order-success': async (page, request) => {
    await shopperAt(page, request, { path: '/checkout', donuts: 2 })
    await fillShipping(page)
    await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
    await page.getByRole('button', { name: /^Pay ₹/ }).click()
    await expect(page.getByRole('heading', { name: 'Order Placed Successfully!' })).toBeVisible()
  },
  'purchase-history': async (page, request) => {
    const { api } = await shopperAt(page, request, { path: '/about' })
    await api('POST', `/purchases/${api.userId}`, aPurchaseOf(3))
    await page.goto('/purchase-history')
    await expect(page.getByRole('article', { name: /^Order #/ })).toBeVisible()
  },
  order: async (page, request) => {
    const { api } = await shopperAt(page, request, { path: '/about' })
    const { purchaseId } = await api('POST', `/purchases/${api.userId}`, aPurchaseOf(3))
    await page.goto(`/purchase-history/${purchaseId}`)
    await expect(page.getByRole('heading', { name: /^Order #/ })).toBeVisible()
  },
  about: open('/about'),
  'not-found': open('/nothing-here'),
}

for (const [name, prepare] of Object.entries(SCREENS)) {
  test(`a screenshot of ${name}`, async ({ page, request, viewport }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await prepare(page, request)
    await loadPictures(page)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    const openDialogs = await page.locator('dialog[open]').count()
    await page.screenshot({
      path: join(FOLDER, `${name}-${viewport?.width}.jpg`),
      type: 'jpeg',
      quality: 72,
      // An open dialog fills the window, so a screenshot of the window shows all of it.
      ...(openDialogs === 0 && {
        fullPage: true,
        clip: { x: 0, y: 0, width: viewport?.width ?? 0, height: Math.min(height, HEIGHT_MAX) },
      }),
    })
  })
}

/**
 * Scrolls through the page until all pictures that the screenshot shows are loaded. Pictures load
 * when they come near the window, and a list may grow while the page scrolls.
 */
async function loadPictures(page: Page) {
  await page.evaluate(() => {
    // Chromium does not draw elements with `content-visibility: auto` outside the window.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  await expect(async () => {
    await page.evaluate(async (end) => {
      for (let y = 0; y < Math.min(document.body.scrollHeight, end); y += 400) {
        window.scrollTo(0, y)
        await new Promise(requestAnimationFrame)
      }
      window.scrollTo(0, 0)
    }, HEIGHT_MAX)
    expect(await page.evaluate(areAllLoaded, HEIGHT_MAX)).toBe(true)
  }).toPass()
}

/** Runs in the browser. Ignores pictures below `end` and beside the window. */
function areAllLoaded(end: number) {
  return [...document.images].every((image) => {
    const { top, left } = image.getBoundingClientRect()
    const isHidden = image.offsetParent === null
    const isOutside = top > end || left < 0 || left >= window.innerWidth
    return image.complete || isHidden || isOutside
  })
}
