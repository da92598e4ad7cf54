import { heading, openDesk, orderNumberOf, placeOrders, rows, test } from '../../support/desk.ts'
import { ONCE } from '../../support/once.ts'
import { newOperator } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

const SCRIPT_BUDGET_BYTES = 220_000

test(
  'screens, rows and products of the desk are reached by keyboard alone',
  { tag: ONCE },
  async ({ page, request, store }) => {
    await openDesk(page, await newOperator(request, store.dataFolder))
    await expect(heading(page, 'Today')).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await expect(heading(page, 'Products')).toBeVisible()
    await expect(rows(page).first()).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(rows(page).nth(1)).toBeFocused()
    await page.keyboard.press('k')
    await expect(rows(page).first()).toBeFocused()
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await expect(heading(page, 'Log')).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page
      .getByRole('combobox', { name: 'Screens, orders, products, customers, actions' })
      .fill('strawberry sprinkle')
    await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(
      'Strawberry Sprinkle Donut',
    )
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Strawberry Sprinkle Donut')).toBeVisible()
  },
)

test('the whole row of a list opens it, and its link opens a new tab', async ({ page, request, store }) => {
  const { ids, name } = await placeOrders(request)
  await openDesk(page, await newOperator(request, store.dataFolder), `/desk/orders?search=${name}`)
  await expect(rows(page)).toHaveCount(1)
  const work = page.getByRole('cell', { name: 'To pack' })
  const opened = page.context().waitForEvent('page')
  // Forced, because the link covers the cell.
  await work.click({ modifiers: ['ControlOrMeta'], force: true })
  expect((await opened).url()).toContain(ids[0])
  await work.click({ force: true })
  await expect(heading(page, `Order #${orderNumberOf(ids[0])}`)).toBeVisible()

  await page.goto(`/desk/customers?search=${name}`)
  await page.getByRole('cell', { name: '1', exact: true }).click({ force: true })
  await expect(heading(page, name)).toBeVisible()
})

test(
  'every screen can be reached in a low window and on a small phone',
  { tag: ONCE },
  async ({ page, request, store }) => {
    await page.setViewportSize({ width: 1280, height: 640 })
    await openDesk(page, await newOperator(request, store.dataFolder), '/desk/orders/new')
    const navigation = page.getByRole('navigation', { name: 'Desk' })
    await expect(page.getByRole('button', { name: /^Sign out/ })).toBeInViewport({ ratio: 0.9 })
    const last = navigation.getByRole('link').last()
    await last.focus()
    await expect(last).toBeInViewport({ ratio: 0.9 })
    await expect(navigation.locator('[aria-current=page]')).toHaveText(['New order'])

    await page.setViewportSize({ width: 360, height: 640 })
    await navigation.getByRole('button', { name: 'More' }).click()
    for (const link of [navigation.getByRole('link', { name: 'New order' }), last]) {
      await link.scrollIntoViewIfNeeded()
      await expect(link).toBeInViewport({ ratio: 0.9 })
    }
  },
)

test('on a phone, the tab of a list is in view', { tag: ONCE }, async ({ page, request, store }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openDesk(page, await newOperator(request, store.dataFolder), '/desk/orders?work=onTheWay')
  const tab = page.getByRole('navigation', { name: 'Work' }).getByRole('link', { name: /^On the way/ })
  await expect(tab).toBeInViewport({ ratio: 1 })
})

test('the names of products stay while their prices are scrolled', async ({ page, request, store }) => {
  await openDesk(page, await newOperator(request, store.dataFolder), '/desk/products')
  const firstName = rows(page).first()
  const before = await firstName.boundingBox()
  await page
    .getByLabel(/^Published of/)
    .first()
    .focus()
  await page
    .getByLabel(/^Barcode of/)
    .first()
    .focus()
  expect((await firstName.boundingBox())?.x).toBe(before?.x)
  await page
    .getByLabel(/^Price ₹ of/)
    .first()
    .focus()
  const price = await page
    .getByLabel(/^Price ₹ of/)
    .first()
    .boundingBox()
  expect(price?.x).toBeGreaterThanOrEqual((before?.x ?? 0) + (before?.width ?? 0))

  // The bar of the changes covers the names that scroll below it.
  const firstPrice = page.getByLabel(/^Price ₹ of/).first()
  await firstPrice.fill('1')
  await firstPrice.evaluate(() => window.scrollTo(0, 300))
  const review = page.getByRole('button', { name: 'Review and save' })
  const isOnTop = await review.evaluate((button) => {
    const { left, top } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(left + 4, top + 4))
  })
  expect(isOnTop).toBe(true)
})

test(
  'the desk shows that the device is offline, and has a button to retry a failed load',
  { tag: ONCE },
  async ({ page, request, store, context }) => {
    await openDesk(page, await newOperator(request, store.dataFolder), '/desk/products')
    await expect(rows(page).first()).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText('This device is offline.')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('This device is offline.')).toBeHidden()

    await page.route('**/api/admin/log*', (route) => route.abort())
    await page.getByRole('link', { name: 'Log' }).click()
    await expect(page.getByText('This could not be loaded')).toBeVisible()
    await page.unroute('**/api/admin/log*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('This could not be loaded')).toBeHidden()
  },
)

test(
  'the desk loads at most 220 kB of scripts, and none of the storefront',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const sizes = new Map<string, number>()
    page.on('response', async (response) => {
      const { pathname } = new URL(response.url())
      if (!pathname.endsWith('.js')) return
      expect(response.headers()['content-encoding']).toBe('br')
      sizes.set(pathname, Number(response.headers()['content-length']))
    })
    await openDesk(page, await newOperator(request, store.dataFolder))
    const orderPaths = ['today', 'orders', 'pack', 'tickets', 'customers', 'print/labels?ids=none']
    for (const path of [...orderPaths, 'products', 'products/new', 'staff', 'log', 'settings']) {
      await page.goto(`/desk/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    expect([...sizes.keys()].filter((path) => !path.startsWith('/desk/assets/'))).toEqual([])
    // Smaller numbers would mean that some scripts were not counted.
    expect(sizes.size).toBeGreaterThan(5)
    expect(total).toBeGreaterThan(50_000)
    expect(total).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES)
  },
)
