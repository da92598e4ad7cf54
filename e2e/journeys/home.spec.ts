import { productsReply } from '@nashta/contracts/product'
import { accessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

test('a visitor sees the window: a hero, the best sellers, every snack on its shelf', async ({
  page,
  request,
}) => {
  const { data: products } = productsReply.parse(await (await request.get('/api/products')).json())
  await page.goto('/')

  await expect(page).toHaveTitle('Nashta: donuts, chips, chocolates, nuts and treats')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delicious Donuts')
  for (const title of ['Gourmet Potato Chips', 'Premium Chocolates', 'Mixed Nuts & Treats']) {
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  }

  const bestSellers = page.getByRole('region', { name: 'BEST SELLERS' }).getByRole('article')
  await expect(bestSellers).toHaveCount(4)
  for (const [index, { name, price }] of products.slice(0, 4).entries()) {
    await expect(bestSellers.nth(index)).toContainText(name)
    await expect(bestSellers.nth(index)).toContainText(`₹${price}`)
  }

  for (const category of new Set(products.map((product) => product.category))) {
    const shelf = page.getByRole('region', { name: category }).getByRole('article')
    await expect(shelf).toHaveCount(products.filter((product) => product.category === category).length)
  }
})

test('pictures arrive in a modern format, at a width that fits', async ({ page }) => {
  const answers: { url: string; type: string | undefined }[] = []
  page.on('response', (response) => {
    if (response.url().includes('/images/'))
      answers.push({ url: response.url(), type: response.headers()['content-type'] })
  })
  await page.goto('/')

  const picture = page.getByRole('region', { name: 'BEST SELLERS' }).getByRole('img').first()
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)

  expect(answers.length).toBeGreaterThan(0)
  for (const { url, type } of answers) {
    expect(type).toBe('image/avif')
    expect(new URL(url).searchParams.get('w')).not.toBeNull()
  }
})

test('the menu leads to the shelves', async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('navigation', { name: 'Snacks' })
    .first()
    .getByRole('link', { name: 'Chocolates' })
    .click()

  await expect(page).toHaveURL(/#chocolates$/)
  await expect(page.getByRole('heading', { name: 'Chocolates', exact: true })).toBeInViewport()
})

test('the keyboard can skip the header', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the snacks' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to the snacks' })).toBeInViewport()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a lost visitor finds home again, without a reload', async ({ page }) => {
  const answer = await page.goto('/no/such/snack')
  expect(answer?.status()).toBe(404)
  await expect(page).toHaveTitle('Page not found | Nashta')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  expect(await accessibilityViolations(page)).toEqual([])

  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delicious Donuts')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('the page is accessible, and never wider than the screen', async ({ page }) => {
  await page.goto('/')
  expect(await accessibilityViolations(page)).toEqual([])

  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the snacks are there all the same', async ({ page }) => {
    await page.goto('/')
    await expect(
      page.getByRole('region', { name: 'Nuts & Treats' }).getByText('Motichoor Laddoo').first(),
    ).toBeVisible()
  })
})

test('the first visit stays within its budget', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const types = new Map<string, string>()
  const sizes = { total: 0, script: 0 }
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.total += encodedDataLength
    if (types.get(requestId) === 'Script') sizes.script += encodedDataLength
  })
  await page.goto('/', { waitUntil: 'networkidle' })

  expect(sizes.script).toBeLessThan(110_000)
  expect(sizes.total).toBeLessThan(350_000)
  expect(types.size).toBeLessThanOrEqual(25)
})
