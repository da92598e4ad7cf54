import { accessibilityViolations } from '../support/axe.ts'
import { withPictures } from '../support/chromium.ts'
import { openWithDelayedScripts } from '../support/interactive.ts'
import { ONCE } from '../support/once.ts'
import { expect, noisyTest, test } from '../support/test.ts'

const PATH = '/product/donut-strawberry-sprinkle'
const NAME = 'Strawberry Sprinkle Donut'
/** The longest interval between two polls: ten seconds plus two seconds of jitter. */
const ONE_POLL_MS = 12_000

test.use({ launchOptions: withPictures })

test('a product page shows the product, its price, breadcrumb and similar products', async ({ page }) => {
  await page.goto(PATH)

  await expect(page).toHaveTitle(`${NAME} | Nashta`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NAME)
  const main = page.getByRole('main')
  await expect(main.getByText('₹89', { exact: true }).first()).toBeVisible()
  for (const note of ['Product Images (2)', 'Free shipping on orders above ₹1000', '100% secure payment']) {
    await expect(main.getByText(note)).toBeVisible()
  }
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb.getByRole('listitem')).toHaveText(['Home/', NAME])
  await expect(page.getByRole('region', { name: 'You may also like' }).getByRole('article')).toHaveCount(4)
  await expect(page.getByRole('region', { name: 'You may also like' }).getByText(NAME)).toHaveCount(0)
  expect(await accessibilityViolations(page)).toEqual([])

  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('a shopper chooses pictures by thumbnail and arrow key, and zooms them', async ({ page }) => {
  await page.goto(PATH)
  const gallery = page.getByRole('region', { name: 'Gallery' })
  const second = gallery.getByRole('button', { name: `Zoom ${NAME}, picture 2` })
  const first = gallery.getByRole('button', { name: `Zoom ${NAME}`, exact: true })
  await expect(first).toBeInViewport({ ratio: 0.5 })

  await gallery.getByRole('link', { name: `Show ${NAME}, picture 2` }).click()
  await expect(second).toBeInViewport({ ratio: 0.5 })
  await expect(first).not.toBeInViewport({ ratio: 0.5 })
  await page.keyboard.press('ArrowLeft')
  await expect(first).toBeInViewport({ ratio: 0.5 })

  await first.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: NAME })
  await expect(dialog.getByRole('img')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(first).toBeFocused()
})

for (const path of [PATH, '/product/chocolate-bonbon-box', '/product/nuts-roasted-almonds'])
  test(
    `the first screen of a phone has name, price and ADD TO CART of ${path}`,
    { tag: ONCE },
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 800 })
      await page.goto(path)
      const main = page.getByRole('main')
      const needed = [
        main.getByRole('heading', { level: 1 }),
        main.getByText(/^₹/).first(),
        main.getByText(/all taxes/).first(),
        main.getByRole('button', { name: 'ADD TO CART' }),
      ]
      for (const element of needed) {
        await expect(element).toBeInViewport({ ratio: 1 })
        expect(await element.evaluate(isUncovered), String(element)).toBe(true)
      }
      // The button scrolls with the page once the page has come to its place.
      await main.getByText('100% secure payment').scrollIntoViewIfNeeded()
      await expect(main.getByRole('button', { name: 'ADD TO CART' })).toHaveCount(1)
    },
  )

/** Whether nothing lies over the last line of the element. */
function isUncovered(element: Element) {
  const { left, width, bottom } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, bottom - 2))
}

test.describe('zoom on a phone', { tag: ONCE }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the zoom opens on the middle with the small picture, and two fingers change its size', async ({
    page,
    context,
  }) => {
    const released = Promise.withResolvers<void>()
    await page.goto(PATH, { waitUntil: 'networkidle' })
    await page.route(/w=1200|webp$/, async (route) => {
      await released.promise
      await route.continue()
    })
    const button = page.getByRole('button', { name: `Zoom ${NAME}`, exact: true })
    const small = await button.locator('img').evaluate((image: HTMLImageElement) => image.currentSrc)
    await button.tap()
    const dialog = page.getByRole('dialog', { name: NAME })
    const place = await dialog.evaluate((element) => ({
      x: element.scrollLeft / (element.scrollWidth - element.clientWidth),
      behind: element.querySelector('img')?.style.backgroundImage,
    }))
    expect(place.x).toBeCloseTo(0.5, 1)
    expect(place.behind).toContain(new URL(small).pathname)
    released.resolve()

    const readWidth = () => dialog.getByRole('img').evaluate((image) => image.getBoundingClientRect().width)
    const before = await readWidth()
    const cdp = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spread: number) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: spread === 0 ? [] : [195 - spread, 195 + spread].map((x, id) => ({ x, y: 400, id })),
      })
    await expect(async () => {
      await touch('touchStart', 50)
      for (const spread of [60, 70, 80, 90, 100]) await touch('touchMove', spread)
      await touch('touchEnd', 0)
      expect(await readWidth()).toBeCloseTo(2 * before, -1)
    }).toPass()
    // The point between the fingers stays under them.
    const middle = await dialog.evaluate((element) => (element.scrollLeft + 195) / element.scrollWidth)
    expect(middle).toBeCloseTo(0.5, 1)
    // The page itself keeps its size.
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
  })
})

test('a product page has structured data with name and price', { tag: ONCE }, async ({ page, baseURL }) => {
  await page.goto(PATH)
  const structuredData: unknown = JSON.parse(
    await page.locator('script[type="application/ld+json"]').innerText(),
  )

  expect(structuredData).toMatchObject({
    '@graph': [
      {
        '@type': 'Product',
        name: NAME,
        sku: 'donut-strawberry-sprinkle',
        offers: { price: '89.00', priceCurrency: 'INR', availability: 'https://schema.org/InStock' },
      },
      { '@type': 'BreadcrumbList' },
    ],
  })
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${PATH}`)
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /donut-strawberry.*webp/)
})

test('a missing product is a 404 with a link to the home page', { tag: ONCE }, async ({ page }) => {
  const response = await page.goto('/product/no-such-snack')

  expect(response?.status()).toBe(404)
  await expect(page).toHaveTitle('Product Not Found | Nashta')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product Not Found')
  await expect(page.getByText("The product you're looking for doesn't exist.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('navigation to another product scrolls to the top', { tag: ONCE }, async ({ page }) => {
  await page.goto(PATH)
  const related = page.getByRole('region', { name: 'You may also like' }).getByRole('link').first()
  await related.scrollIntoViewIfNeeded()
  const name = await related.innerText()
  await related.click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page).toHaveTitle(`${name} | Nashta`)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

noisyTest('a product page shows that it is loading, and then why loading failed', async ({ page }) => {
  await page.clock.install()
  const released = Promise.withResolvers<void>()
  await page.route('**/api/products/**', async (route) => {
    await released.promise
    await route.fulfill({ status: 200, contentType: 'text/html', body: 'no product at all' })
  })
  // The lists fail too: a loaded list would cache the product, and its page would not fetch it.
  await page.route('**/api/products?*', (route) => route.fulfill({ status: 200, body: 'no list' }))
  await page.goto('/collections/best-sellers')
  await page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link').click()

  await expect(page.getByText('Loading product...')).toBeVisible()
  released.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error Loading Product')
  await expect(page.getByText('Failed to fetch products')).toBeVisible()

  await page.unroute('**/api/products/**')
  await page.clock.runFor(ONE_POLL_MS)
  await expect(page.getByText('Product Images')).toBeVisible()
})

test('a click on a picture before hydration zooms it after hydration', { tag: ONCE }, async ({ context }) => {
  const { page, release } = await openWithDelayedScripts(context, PATH)
  await page.getByRole('button', { name: `Zoom ${NAME}`, exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  release()

  await expect(page.getByRole('dialog')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the product is shown, and a thumbnail leads to its picture', async ({ page }) => {
    await page.goto(PATH)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(NAME)
    await page.getByRole('link', { name: `Show ${NAME}, picture 2` }).click()
    await expect(page.getByRole('button', { name: `Zoom ${NAME}, picture 2` })).toBeInViewport({ ratio: 0.5 })
  })
})
