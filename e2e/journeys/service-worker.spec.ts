import type { Page } from '@playwright/test'
import { DONUT } from '../support/checkout.ts'
import { waitForServiceWorker } from '../support/service-worker.ts'
import { expect, noisyTest } from '../support/test.ts'

noisyTest.use({ serviceWorkers: 'allow' })

async function openSaved(page: Page, path: string) {
  await page.goto(path)
  await waitForServiceWorker(page)
}

noisyTest('after one visit every page opens without a line, inside the shop', async ({ page, context }) => {
  await openSaved(page, '/about')
  await context.setOffline(true)
  const saved = page.getByText('Showing saved snacks from').first()

  await page.goto('/collections/best-sellers')
  await expect(page).toHaveURL('/collections/best-sellers')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(12)
  await expect(saved).toBeVisible()

  await page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('main').getByText('Product Images')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('main').getByText('Product Images')).toBeVisible()

  await page.goto('/')
  await expect(page.getByRole('region', { name: 'BEST SELLERS' }).getByRole('article')).toHaveCount(4)
  await page.goto('/collections/allproducts?category=Donuts')
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()

  for (const [path, heading] of [
    ['/contact', /./],
    ['/signin', 'Welcome back'],
    ['/shipping', /./],
    ['/terms', 'Terms'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('main').getByRole('heading', { name: heading }).first()).toBeVisible()
  }
})

noisyTest(
  'a page that is not saved says so inside the shop, and opens again with a line',
  async ({ page, context }) => {
    await openSaved(page, '/about')
    await context.setOffline(true)
    await page.goto('/nothing-here')
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await context.setOffline(false)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  },
)

noisyTest('a cart that is filled without a line survives a reload', async ({ page, context }) => {
  await openSaved(page, `/product/${DONUT.productId}`)
  await context.setOffline(true)
  await page.goto('/collections/best-sellers')
  await page.getByRole('main').getByRole('article').first().getByRole('button', { name: /^Add/ }).click()
  const cart = page.getByRole('banner').getByRole('button', { name: 'Shopping Cart (1)' })
  await expect(cart).toBeVisible()
  await page.reload()
  await expect(cart).toBeVisible()
  await cart.click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
})

noisyTest('a browser that saves data gets no worker', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) })
  })
  const list = page.waitForResponse(/\/api\/products\?limit=100$/)
  await page.goto('/about')
  await (await list).finished()
  await page.waitForTimeout(1000)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})
