import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { ONCE } from '../support/once.ts'
import { expect, test } from '../support/test.ts'

const PATH = '/collections/allproducts'
/** 45 products are the packs of 36 snacks. */
const ALL_ITEMS = '36 items'
const NO_SNACKS = 'No snacks available at the moment.'

test('typing updates the search results and the URL', { tag: ONCE }, async ({ page }) => {
  await page.goto(PATH)
  await expect(itemCount(page)).toHaveText(ALL_ITEMS)
  const box = page.getByRole('searchbox', { name: 'Search snacks' })
  await box.pressSequentially('masala', { delay: 20 })

  await expect(page).toHaveURL(`${PATH}?search=masala`)
  await expect(itemCount(page)).not.toHaveText(ALL_ITEMS)
  await expect(cards(page).first()).toContainText(/masala/i)
  await expect(box).toBeFocused()
  const resultCount = await itemCount(page).innerText()

  await page.reload()
  await expect(box).toHaveValue('masala')
  await expect(itemCount(page)).toHaveText(resultCount)

  await page.goBack()
  await expect(page).toHaveURL(PATH)
  await expect(box).toHaveValue('')
  await expect(itemCount(page)).toHaveText(ALL_ITEMS)

  // Five product names contain an ampersand.
  await box.fill('&')
  await expect(itemCount(page)).toHaveText('5 items')
})

test(
  'a product page opened from the list shows the data of the card until the store responds',
  { tag: ONCE },
  async ({ page }) => {
    await page.goto(PATH)
    const card = cards(page).nth(3)
    const name = (await card.getByRole('heading').textContent()) ?? ''
    const released = Promise.withResolvers<void>()
    await page.route('**/api/products/**', async (route) => {
      await released.promise
      await route.continue()
    })
    await card.getByRole('heading').getByRole('link').click()

    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    // A card has the first picture only.
    await expect(page.getByText('Product Images (1)')).toBeVisible()
    released.resolve()
    await expect(page.getByText(/Product Images \([2-9]\)/)).toBeVisible()
    await expect(page).toHaveTitle(`${name} | Nashta`)
  },
)

test('sort, category and prices filter the list, and Reset removes them', { tag: ONCE }, async ({ page }) => {
  await page.goto(PATH)
  await page.getByLabel('Sort by').selectOption('Price: Low to High')
  await page.getByRole('radio', { name: 'Chips' }).check()
  await page.getByLabel('Max price').fill('60')

  await expect(page).toHaveURL(`${PATH}?category=Chips&maxPrice=60&sort=price-asc`)
  await expect.poll(async () => (await readPrices(page)).every((price) => price <= 60)).toBe(true)
  const shownPrices = await readPrices(page)
  expect(shownPrices.length).toBeGreaterThan(1)
  expect(shownPrices).toEqual(shownPrices.toSorted((one, other) => one - other))

  await page.getByLabel('Min price').fill('61')
  await expect(itemCount(page)).toHaveText('0 items')
  await expect(page.getByText(NO_SNACKS)).toBeVisible()

  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL(PATH)
  await expect(itemCount(page)).toHaveText(ALL_ITEMS)
  await expect(page.getByLabel('Max price')).toHaveValue('')
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked()

  await page.goBack()
  await expect(page.getByLabel('Max price')).toHaveValue('60')
  await expect(page.getByRole('radio', { name: 'Chips' })).toBeChecked()
})

test('scrolling down loads more products, and going back restores the position', async ({ page }) => {
  await page.goto(PATH)
  // The page has twelve products at first. Scrolling down loads 24 more at a time.
  await expect(cards(page)).toHaveCount(12)
  const loadMore = page.getByRole('button', { name: 'Load more' })
  await loadMore.scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(36)
  await expect(loadMore).toHaveCount(0)

  const cardFarDown = cards(page).nth(34)
  await cardFarDown.scrollIntoViewIfNeeded()
  const name = await cardFarDown.getByRole('heading').innerText()
  await cardFarDown.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

  await page.goBack()
  await expect(cards(page)).toHaveCount(36)
  await expect(cardFarDown).toBeInViewport()
})

test(
  'a card has a chooser of packs, which changes its price and what is added',
  { tag: ONCE },
  async ({ page }) => {
    await page.goto(`${PATH}?search=royal+mix`)
    const card = cards(page).first()
    const packs = card.getByRole('list', { name: /^Packs of/ })
    await expect(packs.getByRole('link')).toHaveText(['200 g', '500 g', '1 kg'])
    await packs.getByRole('link', { name: '1 kg' }).click()

    await expect(page).toHaveURL(`${PATH}?search=royal+mix`)
    await expect(card).toContainText('₹1,699')
    await expect(card).not.toContainText('₹399')
    await expect(packs.getByRole('link', { name: '1 kg' })).toHaveAttribute('aria-current', 'true')
    await card.getByRole('button', { name: 'Add Royal Mixed Nuts, 1 kg to cart' }).click()
    await expect(page.getByRole('button', { name: /cart.*1/i })).toBeVisible()

    await card.getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL('/product/nuts-royal-mix-1-kg')
  },
)

test('the page of all snacks opens with any query string', { tag: ONCE }, async ({ page }) => {
  for (const query of ['?minPrice=abc&maxPrice=-1&sort=sideways', '?cursor=gone', '?search=%E0%A4%A&x=1']) {
    const response = await page.goto(PATH + query)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Snacks')
  }
  await page.goto(`${PATH}?minPrice=500&maxPrice=100`)
  await expect(itemCount(page)).toHaveText('0 items')
})

test('the page of all snacks is accessible, and never wider than the screen', async ({ page }) => {
  await page.goto(PATH)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto(`${PATH}?search=nothing-of-the-kind`)
  await expect(page.getByText(NO_SNACKS)).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('“Search snacks” fits its field on a phone of 360 pixels', { tag: ONCE }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(PATH)
  const field = page.getByRole('searchbox', { name: 'Search snacks' })
  const { text, room } = await field.evaluate((input: HTMLInputElement) => {
    const { font, fontSize, paddingLeft, paddingRight } = getComputedStyle(input)
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('There is no canvas')
    context.font = font
    const text = context.measureText(input.placeholder).width
    // Chromium keeps room for the button that clears the field, as wide as the text is high.
    const used = [paddingLeft, paddingRight, fontSize].map(parseFloat)
    return { text, room: used.reduce((room, width) => room - width, input.clientWidth) }
  })
  expect(text).toBeGreaterThan(50)
  expect(text).toBeLessThanOrEqual(room)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the filter form can be submitted, and the next page is a link', async ({ page }) => {
    await page.goto(PATH)
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/\?cursor=/)
    await expect(cards(page)).toHaveCount(24)

    await page.getByRole('searchbox', { name: 'Search snacks' }).fill('laddoo')
    await page.getByLabel('Sort by').selectOption('Newest')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/search=laddoo.*sort=newest/)
    await expect(cards(page).first()).toContainText('Laddoo')

    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(itemCount(page)).toHaveText(ALL_ITEMS)
  })

  test('the packs on a card are links', async ({ page }) => {
    await page.goto(`${PATH}?search=royal+mix`)
    await cards(page).first().getByRole('link', { name: '500 g' }).click()
    await expect(page).toHaveURL('/product/nuts-royal-mix-500-g')
  })
})

function itemCount(page: Page) {
  return page.getByRole('region', { name: 'Snacks' }).getByRole('status')
}

function cards(page: Page) {
  return page.getByRole('region', { name: 'Snacks' }).getByRole('article')
}

async function readPrices(page: Page) {
  const texts = await cards(page).allInnerTexts()
  // The first amount of a card is its price; the MRP may follow.
  return texts.map((text) => Number(/₹([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', '')))
}
