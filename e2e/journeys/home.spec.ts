import { productsReply } from '@nashta/contracts/catalogue/product'
import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { withPictures } from '../support/chromium.ts'
import { waitForStartUpCheck } from '../support/interactive.ts'
import { ONCE } from '../support/once.ts'
import { mailedLink, newShopper } from '../support/shopper.ts'
import { expect, test } from '../support/test.ts'

const CAROUSEL_INTERVAL_MS = 5000

const KB = 1000

const SLIDES = [
  'Delicious Donuts',
  'Gourmet Potato Chips',
  'Premium Chocolates',
  'Mixed Nuts & Treats',
] as const

test.use({ launchOptions: withPictures })

test('the pictures of the ways to pay are loaded and fit on a phone', { tag: ONCE }, async ({ page }) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/about')
    const picture = page.getByRole('list', { name: 'Ways to pay' }).getByRole('img').last()
    // The footer gets its height when it is near the viewport, so the first scroll may end too early.
    await expect(async () => {
      await picture.scrollIntoViewIfNeeded()
      const isLoaded = await picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
      expect(isLoaded).toBe(true)
    }).toPass({ timeout: 20_000 })
    const right = await picture.evaluate((image) => image.getBoundingClientRect().right)
    expect(right, `at ${width} pixels`).toBeLessThanOrEqual(width)
  }
})

test('the home page shows slides, suggestions, best sellers and trending products', async ({
  page,
  request,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Nashta: donuts, chips, chocolates, nuts and treats')
  await expect(page.getByRole('heading', { name: SLIDES[0] })).toBeInViewport()

  const bestSellers = page.getByRole('region', { name: 'BEST SELLERS' }).getByRole('article')
  await expect(bestSellers).toHaveCount(4)
  // Other journeys buy meanwhile, so the best sellers may change.
  await expect(async () => {
    const { data: products } = productsReply.parse(await (await request.get('/api/products')).json())
    await page.reload()
    const topFour = products.slice(0, 4)
    const texts = topFour.map(({ name, price }) => new RegExp(`^${escapeRegExp(name)}₹${price}`))
    await expect(bestSellers).toHaveText(texts, { timeout: 2000 })
  }).toPass()
  const suggested = page.getByRole('region', { name: 'Suggested Snacks' }).getByRole('article')
  await expect(suggested).toHaveCount(4)
  const shown = await Promise.all(
    [suggested, bestSellers].map((cards) => cards.getByRole('heading').allTextContents()),
  )
  expect(new Set(shown.flat()).size).toBe(8)
  await expect(page.getByRole('region', { name: 'TRENDING SNACKS' }).getByRole('listitem')).toHaveCount(4)
})

test.describe('the slides', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
  })

  test('change every five seconds, and start over after the fourth', { tag: ONCE }, async ({ page }) => {
    await openHydrated(page)
    for (const title of [...SLIDES.slice(1), SLIDES[0]]) {
      await page.clock.fastForward(CAROUSEL_INTERVAL_MS)
      await expectSlide(page, title)
    }
  })

  test('stop while the pointer is on them, and do not resume by themselves', async ({ page }) => {
    await openHydrated(page)
    await page.getByRole('heading', { name: SLIDES[0] }).hover()
    await expect(page.getByRole('button', { name: 'Play the slides' })).toBeVisible()
    await expect(carousel(page).getByRole('list')).toHaveAttribute('aria-live', 'polite')

    await page.mouse.move(0, 0)
    await page.clock.fastForward(6 * CAROUSEL_INTERVAL_MS)
    await expectSlide(page, SLIDES[0])

    await page.getByRole('button', { name: 'Play the slides' }).click()
    await expect(carousel(page).getByRole('list')).toHaveAttribute('aria-live', 'off')
    await page.clock.fastForward(CAROUSEL_INTERVAL_MS)
    await expectSlide(page, SLIDES[1])
  })

  test('stop on keyboard focus, which reaches the pause button first', async ({ page }) => {
    await openHydrated(page)
    await page.getByRole('main').focus()
    await page.keyboard.press('Tab')
    // The focus has stopped the slides, so their pause button now offers to play them.
    await expect(page.getByRole('button', { name: 'Play the slides' })).toBeFocused()

    await page.clock.fastForward(6 * CAROUSEL_INTERVAL_MS)
    await expectSlide(page, SLIDES[0])
  })

  test('do not move with reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // The slides are stopped from the start, so their button offers to play them.
    await openHydrated(page, 'Play the slides')

    await page.clock.fastForward(6 * CAROUSEL_INTERVAL_MS)
    await expectSlide(page, SLIDES[0])
  })
})

test('arrows, dots and swipes reach every slide, and each slide links to its products', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Previous slide' }).click()
  await expectSlide(page, 'Mixed Nuts & Treats')
  await page.getByRole('button', { name: 'Next slide' }).click()
  await expectSlide(page, 'Delicious Donuts')
  await page.getByRole('button', { name: 'Show Premium Chocolates' }).click()
  await expectSlide(page, 'Premium Chocolates')
  // A swipe is a press and a scroll, here to the second slide.
  await carousel(page)
    .getByRole('list')
    .evaluate((strip) => {
      strip.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      strip.scrollTo({ left: strip.clientWidth })
    })
  await expectSlide(page, 'Gourmet Potato Chips')

  await carousel(page).locator('li:not([inert])').getByRole('link', { name: 'SHOP NOW' }).click()
  await expect(page).toHaveURL('/collections/chips')
  await expect(page.getByRole('heading', { level: 1, name: 'Chips' })).toBeVisible()
})

test('pictures arrive as AVIF, and each request names a width', { tag: ONCE }, async ({ page }) => {
  const pictureResponses: { url: string; type: string | undefined }[] = []
  page.on('response', (response) => {
    if (response.url().includes('/images/'))
      pictureResponses.push({ url: response.url(), type: response.headers()['content-type'] })
  })
  await page.goto('/')

  const picture = page.getByRole('region', { name: 'BEST SELLERS' }).getByRole('img').first()
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)

  expect(pictureResponses.length).toBeGreaterThan(0)
  for (const { url, type } of pictureResponses) {
    expect(type).toBe('image/avif')
    expect(new URL(url).searchParams.get('w')).not.toBeNull()
  }
})

test('the home page is accessible, and never wider than the screen', async ({ page }) => {
  await openHydrated(page)
  expect(await accessibilityViolations(page)).toEqual([])

  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the home page is complete, and the slides have no buttons, which would do nothing', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'BEST SELLERS' }).getByRole('article')).toHaveCount(4)
    await expect(carousel(page).getByRole('img')).toHaveCount(4)
    await expect(carousel(page).getByRole('link', { name: 'SHOP NOW' })).toHaveCount(4)
    await expect(carousel(page).getByRole('button')).toHaveCount(0)
  })

  test('the newsletter form subscribes', { tag: ONCE }, async ({ page, request }) => {
    const { email } = newShopper()
    await page.goto('/')
    const form = page.getByRole('region', { name: 'First dibs on fresh batches' })
    await form.getByLabel('Name').fill('Asha')
    await form.getByLabel('E-mail').fill(email)
    await form.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByText('Please check your mail to confirm')).toBeVisible()
    expect(await mailedLink(request, email, 'Please confirm your')).toContain('/newsletter/confirm?token=')
  })
})

test(
  'the first visit stays within its byte budget, without layout shift',
  { tag: ONCE },
  async ({ page }) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const typeOfRequest = new Map<string, string>()
    const sizes = { total: 0, script: 0 }
    session.on('Network.responseReceived', ({ requestId, type }) => typeOfRequest.set(requestId, type))
    // The total includes headers. The size of the scripts is that of their compressed bodies.
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      sizes.total += encodedDataLength
    })
    session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      if (typeOfRequest.get(requestId) === 'Script') sizes.script += encodedDataLength
    })
    const readLayoutShift = await sumLayoutShifts(page)
    // With reduced motion the slides do not change, so the picture of the next slide is not loaded.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/', { waitUntil: 'networkidle' })

    // Fewer bytes would mean that some scripts were not counted.
    expect(sizes.script).toBeGreaterThan(90 * KB)
    expect(sizes.script).toBeLessThan(120 * KB)
    expect(sizes.total).toBeLessThan(350 * KB)
    expect(typeOfRequest.size).toBeLessThanOrEqual(25)
    expect(await readLayoutShift()).toBeLessThanOrEqual(0.01)
  },
)

function escapeRegExp(text: string) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function carousel(page: Page) {
  return page.getByRole('region', { name: 'Our snacks' })
}

async function expectSlide(page: Page, title: string) {
  await expect(page.getByRole('button', { name: `Show ${title}` })).toHaveAttribute('aria-current', 'true')
  const slide = carousel(page).locator('li:not([inert])')
  await expect(slide.getByRole('heading')).toHaveText([title])
  await expect(slide.getByRole('heading')).toBeInViewport({ ratio: 1 })
}

/** Opens the home page and waits for hydration, which renders the button of the slides. */
async function openHydrated(page: Page, slidesButton = 'Pause the slides') {
  const startUpCheck = waitForStartUpCheck(page)
  await page.goto('/')
  await startUpCheck
  await expect(page.getByRole('button', { name: slidesButton })).toBeVisible()
}

/** Sums all layout shifts of the next page that opens. Returns a function that reads the sum. */
async function sumLayoutShifts(page: Page) {
  await page.addInitScript(() => {
    const counted = { shift: 0 }
    Object.assign(window, { counted })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        counted.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { counted: { shift: number } }).counted.shift)
}
