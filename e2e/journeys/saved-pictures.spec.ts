import type { Page } from '@playwright/test'
import { withPictures } from '../support/chromium.ts'
import { ONCE } from '../support/once.ts'
import { workerTakesOver } from '../support/service-worker.ts'
import { expect, noisyTest } from '../support/test.ts'

noisyTest.use({ serviceWorkers: 'allow', launchOptions: withPictures })

noisyTest(
  'without a line, a picture that was seen is there, and a drawing stands in for any other',
  { tag: ONCE },
  async ({ page, context }) => {
    await page.goto('/about')
    await workerTakesOver(page)
    await page.goto('/collections/best-sellers')
    const first = page.getByRole('main').locator('article img').first()
    await expect
      .poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    const seen = await first.evaluate((image: HTMLImageElement) => image.currentSrc)
    const size = await sizeOf(page, seen)

    await context.setOffline(true)
    expect(await sizeOf(page, seen)).toBe(size)
    const drawing = await sizeOf(page, '/images/fallback.svg')
    expect(drawing).not.toBe(size)
    expect(await sizeOf(page, '/images/never-seen.webp')).toBe(drawing)
  },
)

/** The size of a picture, or null when it does not load. */
function sizeOf(page: Page, url: string) {
  return page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    return image.decode().then(
      () => `${image.naturalWidth} × ${image.naturalHeight}`,
      () => null,
    )
  }, url)
}
