import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { openWithDelayedScripts } from '../support/interactive.ts'
import { expect, test } from '../support/test.ts'

const LABEL = 'Find a snack'

/** Opens the search: a field in the header, or on a phone a button that fills the screen with one. */
async function openSearch(page: Page) {
  const button = page.getByRole('button', { name: LABEL })
  if (await button.isVisible()) await button.click()
  const field = page.getByRole('combobox', { name: LABEL }).filter({ visible: true })
  await field.click()
  return field
}

const suggestions = (page: Page) => page.getByRole('option')
const searchingOf = (page: Page) => page.getByText('Searching…').filter({ visible: true })

test('every page has a search that suggests snacks while the shopper types', async ({ page }) => {
  await page.goto('/about')
  const field = await openSearch(page)
  await field.pressSequentially('kaju')
  await expect(suggestions(page).filter({ hasText: 'Cashews' })).toHaveCount(1)
  expect(await accessibilityViolations(page)).toEqual([])

  await page.keyboard.press('ArrowDown')
  await expect(suggestions(page).first()).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', /.+/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/product\//)
})

test('Enter finds all that the text finds, and the search is offered again', async ({ page }) => {
  await page.goto('/')
  const field = await openSearch(page)
  await field.fill('laddoo')
  await field.press('Enter')
  await expect(page).toHaveURL('/collections/allproducts?search=laddoo')
  await expect(page.getByRole('article').first()).toContainText('Laddoo')

  const next = await openSearch(page)
  await next.fill('')
  await expect(suggestions(page).filter({ hasText: 'laddoo' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Forget my searches' }).click()
  await expect(suggestions(page).filter({ hasText: 'laddoo' })).toHaveCount(0)
})

test('one request is sent for each pause in typing', async ({ page }) => {
  const searched: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/products' && searchParams.has('search')) searched.push(searchParams.get('search'))
  })
  await page.goto('/about')
  const field = await openSearch(page)
  // As one types, but on a busy machine too without a pause.
  await field.evaluate((input: HTMLInputElement) => {
    for (const text of ['c', 'ch', 'chi', 'chip', 'chips']) {
      input.value = text
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
  })
  await expect(suggestions(page).filter({ hasText: '“chips”' })).toHaveCount(1)
  expect(searched).toEqual(['chips'])
  // What was found before is not asked again.
  await field.fill('chip')
  await expect.poll(() => searched).toEqual(['chips', 'chip'])
  await field.fill('chips')
  await expect(suggestions(page).filter({ hasText: '“chips”' })).toHaveCount(1)
  expect(searched).toEqual(['chips', 'chip'])
})

test('a text that is typed before hydration is searched, and the shopper sees that', async ({ context }) => {
  const { page, release } = await openWithDelayedScripts(context, '/about')
  const field = await openSearch(page)
  const searching = searchingOf(page)
  await expect(searching).toHaveCount(0)
  await field.pressSequentially('kaju')
  await expect(searching).toHaveCount(1)
  expect(await accessibilityViolations(page)).toEqual([])

  release()
  await expect(suggestions(page).filter({ hasText: 'Cashews' })).toHaveCount(1)
  await expect(searching).toHaveCount(0)
})

test('a search that takes long says that it is under way', async ({ page }) => {
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/products?*search=*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/about')
  const field = await openSearch(page)
  const searching = searchingOf(page)
  await field.fill('kaju')
  await expect(searching).toHaveCount(1)
  answer.resolve()
  await expect(suggestions(page).filter({ hasText: 'Cashews' })).toHaveCount(1)
  await expect(searching).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the search is a plain form', async ({ page }) => {
    await page.goto('/about')
    const button = page.getByRole('button', { name: LABEL })
    if (await button.isVisible()) await button.click()
    const field = page.getByRole('combobox', { name: LABEL }).filter({ visible: true })
    await field.fill('laddoo')
    await expect(searchingOf(page)).toHaveCount(0)
    await field.press('Enter')
    await expect(page).toHaveURL('/collections/allproducts?search=laddoo')
  })
})

test('a search without a result offers the nearest words and what others like', async ({ page }) => {
  await page.goto('/collections/allproducts?search=laddoo+xylophone')
  await expect(page.getByText('Nothing is found for “laddoo xylophone”.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What others like' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(4)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Search for “laddoo”' }).click()
  await expect(page).toHaveURL('/collections/allproducts?search=laddoo')
  await expect(page.getByRole('article').first()).toContainText('Laddoo')
})

test('a filter that empties a search can be dropped', async ({ page }) => {
  await page.goto('/collections/allproducts?search=laddoo&category=Chips')
  await expect(page.getByText('Nothing with these filters is found for “laddoo”.')).toBeVisible()
  await page.getByRole('link', { name: /for “laddoo” without filters/ }).click()
  await expect(page).toHaveURL('/collections/allproducts?search=laddoo')
  await expect(page.getByRole('article').first()).toContainText('Laddoo')
})
