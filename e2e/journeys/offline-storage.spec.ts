import { BROKEN_STORAGE } from '../support/broken-storage.ts'
import { expect, test } from '../support/test.ts'

/**
 * The pages that use browser storage most come first. The test opens four pages unless
 * `npm run prove -- --row O2` sets another number.
 */
const PATHS = [
  '/collections/allproducts',
  '/product/chocolate-dark-70',
  '/signin',
  '/checkout',
  '/',
  '/collections/suggested',
  '/collections/best-sellers',
  '/collections/new-arrivals',
  '/collections/shoes',
  '/collections/sandals',
  '/profile',
  '/order-success',
  '/purchase-history',
  '/purchase-history/unknown',
  '/signup',
  '/forgot-password',
  '/undo-email-change',
  '/about',
  '/contact',
  '/shipping',
  '/returns',
  '/privacy',
  '/terms',
  '/grievance',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
].slice(0, Number(process.env['STORAGE_PAGES'] ?? 4))

for (const [state, breakStorage] of BROKEN_STORAGE) {
  test(`${PATHS.length} pages open when browser storage is ${state}`, async ({ page, context }) => {
    await breakStorage(context)
    for (const path of PATHS) {
      const response = await page.goto(path, { waitUntil: 'networkidle' })
      expect(response?.status(), path).toBe(200)
      await expect(page.getByRole('main').getByRole('heading').first(), path).toBeVisible()
      await expect(
        page.getByRole('banner').getByRole('button', { name: /^Shopping Cart/ }),
        path,
      ).toBeVisible()
    }
  })
}
