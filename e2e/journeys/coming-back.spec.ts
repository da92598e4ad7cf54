import { accessibilityViolations } from '../support/axe.ts'
import { aPurchaseOf, DONUT, shopperAt } from '../support/checkout.ts'
import { adminApi, test } from '../support/desk.ts'
import { mailedLink, newShopper, signedUpShopper, signIn } from '../support/shopper.ts'
import { expect } from '../support/test.ts'

const CHIPS = '/collections/allproducts'
const heart = (name: string) => ({ name: `Favourite: ${name}`, exact: true })

test('a guest gives hearts, and finds them after signing in, also on another device', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  await page.goto(`/product/${DONUT.productId}`)
  const ofDonut = page.getByRole('main').getByRole('button', heart(DONUT.name)).first()
  await ofDonut.click()
  await expect(ofDonut).toHaveAttribute('aria-pressed', 'true')
  await page.goto(CHIPS)
  const second = page.getByRole('button', { name: /^Favourite: (?!Strawberry)/ }).first()
  const label = (await second.getAttribute('aria-label')) ?? ''
  await second.click()
  await page.reload()
  await expect(page.getByRole('button', { name: label, exact: true })).toHaveAttribute('aria-pressed', 'true')

  // The header has the link, on phones the menu.
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: 'Favourites', exact: true }).filter({ visible: true }).click()
  await expect(page).toHaveURL('/favourites')
  await expect(page.getByRole('article')).toHaveCount(2)
  expect(await accessibilityViolations(page)).toEqual([])

  const shopper = await signedUpShopper(request)
  await page.goto('/signin')
  await signIn(page, shopper)
  await expect(page.getByRole('button', { name: /account menu/ })).toBeVisible()
  await page.goto('/favourites')
  await expect(page.getByRole('article')).toHaveCount(2)
  // What is taken out can be put back until the page is left.
  await page.getByRole('button', { name: label, exact: true }).click()
  await expect(page.getByRole('article')).toHaveCount(2)

  const other = await (await browser.newContext({ baseURL: String(baseURL) })).newPage()
  await other.goto('/signin')
  await signIn(other, shopper)
  await expect(other.getByRole('button', { name: /account menu/ })).toBeVisible()
  await other.goto('/favourites')
  await expect(other.getByRole('article')).toHaveCount(1)
  await expect(other.getByRole('article')).toContainText(DONUT.name)
})

test('a heart that is pressed without a line is sent when the line is back', async ({
  page,
  request,
  context,
}) => {
  const { api } = await shopperAt(page, request, { path: CHIPS })
  const list = async () => (await api('GET', `/favourites/${api.userId}`)).productIds
  const first = page.getByRole('button', { name: /^Favourite: / }).first()
  await first.click()
  await expect.poll(async () => (await list()).length).toBe(1)
  await context.setOffline(true)
  const second = page.getByRole('button', { name: /^Favourite: / }).nth(1)
  await second.click()
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  await context.setOffline(false)
  await expect.poll(async () => (await list()).length).toBe(2)
})

test('a guest and a shopper are told when a sold-out snack is back', async ({
  page,
  request,
  browser,
  baseURL,
  store,
}) => {
  const admin = await adminApi(request, store.dataFolder)
  const id = 'sold-out-laddoo'
  await admin('POST', '/products', {
    products_id: id,
    name: 'Sold-out Laddoo',
    description: 'Soft, and gone too soon.',
    price: 120,
    images: [],
    category: 'Nuts & Treats',
    stock: 0,
  })
  const { email } = newShopper()
  await page.goto(`/product/${id}`)
  const panel = page.getByRole('region', { name: 'Tell me when it is back' })
  await panel.getByRole('button', { name: 'Tell me' }).click()
  await expect(panel.getByLabel('E-mail')).toBeFocused()
  await panel.getByLabel('E-mail').fill(email)
  expect(await accessibilityViolations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Tell me' }).click()
  await expect(panel).toContainText('Please check your mail')

  await page.goto(await mailedLink(request, email, 'Tell you when Sold-out Laddoo is back?'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shall we tell you?')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Yes, tell me' }).click()
  await expect(page.getByText('We will write to you once')).toBeVisible()

  const other = await (await browser.newContext({ baseURL: String(baseURL) })).newPage()
  const { api } = await shopperAt(other, request, { path: `/product/${id}` })
  // Until it is known who looks at the page, it has the form of guests.
  await expect(other.getByText('tell the devices')).toBeVisible()
  const button = other.getByRole('button', { name: 'Tell me', exact: true })
  await button.click()
  await expect(other.getByText('We will write to you once, as soon as it is back.')).toBeVisible()
  expect(await accessibilityViolations(other)).toEqual([])
  await other.getByRole('button', { name: 'Stop waiting' }).click()
  await button.click()
  await expect(other.getByRole('button', { name: 'Stop waiting' })).toBeVisible()
  expect((await api('GET', `/stock-alerts/${api.userId}`)).productIds).toEqual([id])

  // The sign-in of the shopper has ended that of the operator.
  const later = await adminApi(request, store.dataFolder)
  await later('POST', `/admin/products/${id}/stock`, { kind: 'received', units: 5 })
  // The subject of the mail to confirm has these words too.
  await expect(async () => {
    expect(await mailedLink(request, email, 'Sold-out Laddoo is back')).toContain(`/product/${id}`)
  }).toPass({ timeout: 60_000 })
  await page.goto(await mailedLink(request, email, 'Sold-out Laddoo is back'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sold-out Laddoo')
  await expect(panel).toHaveCount(0)
})

test('home shows what was bought and viewed before, and the list of viewed snacks can be cleared', async ({
  page,
  request,
}) => {
  const { api } = await shopperAt(page, request, { path: '/about' })
  await api('POST', `/purchases/${api.userId}`, aPurchaseOf(1))
  await page.goto('/product/nuts-royal-mix')
  await expect(page.getByRole('button', { name: /^Favourite: / }).first()).toBeVisible()
  await page.goto('/')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.getByRole('heading', { name: 'Suggested Snacks' }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 1200)
  await expect(page.getByRole('region', { name: 'Buy again' })).toContainText(DONUT.name)
  const viewed = page.getByRole('region', { name: 'Recently viewed' })
  await expect(viewed.getByRole('article')).toHaveCount(1)
  expect(await accessibilityViolations(page)).toEqual([])
  await viewed.getByRole('button', { name: 'Clear the list' }).click()
  await expect(viewed).toHaveCount(0)
  await expect(page.getByText('is cleared')).toBeFocused()
  await page.reload()
  await page.mouse.wheel(0, 2000)
  await expect(page.getByRole('region', { name: 'Buy again' })).toBeVisible()
  await expect(viewed).toHaveCount(0)
})

test('a snack is shared by WhatsApp and by its link, with a picture and the price', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/product/${DONUT.productId}`)
  const url = `${String(baseURL)}/product/${DONUT.productId}`
  const whatsApp = page.getByRole('main').getByRole('link', { name: 'Share by WhatsApp' })
  const text = new URL((await whatsApp.getAttribute('href')) ?? '').searchParams.get('text')
  expect(text).toBe(`${DONUT.name}, ₹89 ${url}`)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('The link is copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  const content = (property: string) => page.locator(`meta[property="${property}"]`).getAttribute('content')
  expect(await content('og:type')).toBe('product')
  expect(await content('og:title')).toContain(DONUT.name)
  expect(await content('og:url')).toBe(url)
  expect(await content('product:price:amount')).toBe('89')
  expect(await content('product:price:currency')).toBe('INR')
  expect(new URL((await content('og:image')) ?? '').origin).toBe(baseURL)
})
