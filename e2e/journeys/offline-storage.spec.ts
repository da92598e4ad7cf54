import { SPOILED_STORAGE } from '../support/spoiled-storage.ts'
import { expect, test } from '../support/test.ts'

/** What needs the storage most comes first; all of them when somebody wants to be sure: `npm run prove -- --row O2`. */
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
  '/signup',
  '/forgot-password',
  '/about',
  '/contact',
  '/shipping',
  '/returns',
  '/privacy',
  '/terms',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
].slice(0, Number(process.env['STORAGE_PAGES'] ?? 4))

for (const [state, spoil] of SPOILED_STORAGE) {
  test(`with storage that is ${state} every page is there`, async ({ page, context }) => {
    await spoil(context)
    for (const path of PATHS) {
      const answer = await page.goto(path, { waitUntil: 'networkidle' })
      expect(answer?.status(), path).toBe(200)
      await expect(page.getByRole('main').getByRole('heading').first(), path).toBeVisible()
      await expect(
        page.getByRole('banner').getByRole('button', { name: /^Shopping Cart/ }),
        path,
      ).toBeVisible()
    }
  })
}
