import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { ONCE } from '../support/once.ts'
import { expect, test } from '../support/test.ts'

const ALL_SNACKS = '/collections/allproducts'
/** Only the almonds are from the United States, one snack in three packs. They pass every filter below. */
const SNACKS_FROM_US = 1

test('a product page shows what is inside, and its packs link to each other', async ({ page }) => {
  await page.goto('/product/nuts-royal-mix')
  await expect(page.getByText('Vegetarian').first()).toBeVisible()
  await expect(page.getByText('You save ₹50 (11%)')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What is inside' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Energy 607 kcal 9%/ })).toBeVisible()
  const fssaiNumberOfMaker = '10000000000048'
  await expect(page.getByText(fssaiNumberOfMaker)).toBeVisible()

  const packs = page.getByRole('navigation', { name: 'Choose a pack' })
  await expect(packs.getByRole('link')).toHaveCount(3)
  await expect(packs.locator('[aria-current]')).toContainText('200 g')
  const structuredData = await page.locator('script[type="application/ld+json"]').innerText()
  const [, productGroup] = JSON.parse(structuredData)['@graph']
  expect(productGroup).toMatchObject({
    '@type': 'ProductGroup',
    hasVariant: [{}, { offers: { price: '899.00' } }, { offers: { price: '1699.00' } }],
  })

  const related = page.getByRole('region', { name: 'You may also like' }).getByRole('heading', { level: 3 })
  await expect(related).toHaveCount(4)
  // A heading below the screen has text, but no rendered text yet (`content-visibility: auto`).
  const names = await related.allTextContents()
  expect(new Set(names).size).toBe(4)
  expect(names).not.toContain('Royal Mixed Nuts')

  await packs.getByRole('link', { name: /1 kg/ }).click()
  await expect(page).toHaveURL('/product/nuts-royal-mix-1-kg')
  await expect(packs.locator('[aria-current]')).toContainText('1 kg')
  await expect(packs.locator('[aria-current]')).toContainText('Best value')
  await expect(page.getByText('₹1,699').first()).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a chosen pack is shown at once, and named in the title, the share title and its buttons', async ({
  page,
}) => {
  await page.goto('/product/nuts-royal-mix', { waitUntil: 'networkidle' })
  const link = page.getByRole('navigation', { name: 'Choose a pack' }).getByRole('link', { name: /1 kg/ })
  // The handlers of the press have run, and nothing else could yet.
  const shown = await link.evaluate(async (element: HTMLElement) => {
    element.click()
    await Promise.resolve()
    return {
      isMarked: element.hasAttribute('aria-current'),
      price: document.querySelector('main p.tabular-nums')?.textContent,
    }
  })
  expect(shown.isMarked).toBe(true)
  expect(shown.price).toBe('₹1,699')

  await expect(page).toHaveURL('/product/nuts-royal-mix-1-kg')
  await expect(page).toHaveTitle('Royal Mixed Nuts, 1 kg | Nashta')
  await page.reload()
  await expect(page).toHaveTitle('Royal Mixed Nuts, 1 kg | Nashta')
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute(
    'content',
    'Royal Mixed Nuts, 1 kg | Nashta',
  )
  await expect(page.getByText('1000 g')).toHaveCount(0)
  await page.goto(`${ALL_SNACKS}?search=royal+mixed`, { waitUntil: 'networkidle' })
  await page
    .getByRole('list', { name: /^Packs of/ })
    .getByRole('link', { name: '1 kg' })
    .click()
  await expect(page.getByRole('button', { name: 'Add Royal Mixed Nuts, 1 kg to cart' })).toBeVisible()
})

test('filters by facts show how many products each choice leaves, and are part of the URL', async ({
  page,
}) => {
  await page.goto(ALL_SNACKS)
  await openFilters(page)
  const vegan = page.getByRole('checkbox', { name: /^Vegan/ })
  const veganCount = Number(/\d+/.exec(String(await vegan.getAttribute('aria-label')))?.[0])
  await vegan.check()
  await expect(page).toHaveURL(`${ALL_SNACKS}?diet=vegan`)
  await expect(page.getByText(`${veganCount} items`, { exact: true }).first()).toBeAttached()

  await page.getByRole('checkbox', { name: /^United States/ }).check()
  await expect(page).toHaveURL(`${ALL_SNACKS}?diet=vegan&origin=US`)
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(SNACKS_FROM_US)
  await closeFilters(page, 'Show 1 snack')
  await page.reload()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(SNACKS_FROM_US)
  await openFilters(page)
  await expect(vegan).toBeChecked()
  expect(await accessibilityViolations(page)).toEqual([])

  await closeFilters(page, 'Show 1 snack')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL(ALL_SNACKS)
  await openFilters(page)
  await expect(vegan).not.toBeChecked()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the filters by facts work', { tag: ONCE }, async ({ page }) => {
    await page.goto(ALL_SNACKS)
    await openFilters(page)
    await page.getByRole('checkbox', { name: /^Veg\b/ }).check()
    await page.getByRole('checkbox', { name: /^Jain/ }).check()
    await page.getByRole('checkbox', { name: /^United States/ }).check()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(SNACKS_FROM_US)
  })
})

test('on a phone, an add button stays in view after scrolling', async ({ page, viewport }) => {
  test.skip((viewport?.width ?? 0) > 700, 'only on phones')
  await page.goto('/product/nuts-royal-mix')
  await expect(page.getByRole('button', { name: 'ADD TO CART' })).toHaveCount(1)
  await page.getByRole('heading', { name: 'What is inside' }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 900)
  const button = page.getByRole('button', { name: 'ADD TO CART' }).last()
  await expect(button).toBeInViewport({ ratio: 1 })
  await button.click()
  // The button works: it leads a guest to the sign-in page.
  await expect(page).toHaveURL('/signin?next=%2Fproduct%2Fnuts-royal-mix')
})

test(
  'two packs of one snack have separate lines in the cart, and the cart suggests more snacks',
  { tag: ONCE },
  async ({ page }) => {
    await page.goto(`${ALL_SNACKS}?search=royal+mixed`, { waitUntil: 'networkidle' })
    const card = page.getByRole('main').getByRole('article')
    for (const pack of ['200 g', '500 g']) {
      await card
        .getByRole('list', { name: /^Packs of/ })
        .getByRole('link', { name: pack })
        .click()
      await card.getByRole('button', { name: `Add Royal Mixed Nuts, ${pack} to cart` }).click()
    }
    await page.getByRole('banner').getByRole('button', { name: 'Shopping Cart (2)' }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText('Royal Mixed Nuts, 200 g')).toBeVisible()
    await expect(drawer.getByText('Royal Mixed Nuts, 500 g')).toBeVisible()

    const suggestions = drawer.getByRole('region', { name: 'Goes well with it' })
    await expect(suggestions.getByRole('listitem')).toHaveCount(3)
    await expect(suggestions.getByText('Royal Mixed Nuts')).toHaveCount(0)
    expect(await accessibilityViolations(page)).toEqual([])
    await suggestions.getByRole('button', { name: /^Add/ }).first().click()
    await expect(drawer.getByRole('heading', { name: 'Shopping Cart (3)' })).toBeVisible()
  },
)

/** On small screens, a button opens the filters. */
async function openFilters(page: Page) {
  const button = page.getByRole('button', { name: /^Filters/ })
  if (await button.isVisible()) await button.click()
}

async function closeFilters(page: Page, name: string) {
  const button = page.getByRole('button', { name })
  if (await button.isVisible()) await button.click()
}
