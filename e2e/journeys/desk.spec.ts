import { join } from 'node:path'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import {
  associateSoftwareToken,
  setUserMfaPreference,
  verifySoftwareToken,
} from '@nashta/contracts/identity/second-factor'
import { callIdentity } from '@nashta/contracts/identity/shopper-account.fixture'
import { codeOfStep, fromBase32, stepAt } from '@nashta/identity/second-factor/totp'
import type { APIRequestContext } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { expectPlaced, fillShipping } from '../support/checkout.ts'
import { heading, openDesk, test, toast } from '../support/desk.ts'
import { ONCE } from '../support/once.ts'
import { newOperator } from '../support/own-store.ts'
import { newShopper, type Shopper, signedUpShopper, signIn, signInBy } from '../support/shopper.ts'
import { expect } from '../support/test.ts'

const PHOTO = join(import.meta.dirname, '../../catalogue/pictures/treats-macarons-1.webp')
const SCRIPT_BUDGET_BYTES = 220_000

test('a new snack with a photo is added at the desk and bought in the storefront', async ({
  page,
  request,
  store,
}) => {
  const name = `Chakli ${newShopper().email.slice(5, 13)}`
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), '/desk/products')
  await page.getByRole('link', { name: 'Add a product' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Category').fill('Chips')
  await page.getByLabel('Price ₹').fill('80')
  await page.getByLabel('MRP ₹').fill('95')
  await page.getByLabel('Stock', { exact: true }).fill('3')
  await page.getByLabel('Choose pictures').setInputFiles(PHOTO)
  await page.getByLabel('What it shows').fill('A plate of chakli')
  await expect(page.getByText('the ingredients')).toBeVisible()
  await page.getByRole('button', { name: 'Save the draft' }).click()

  await expect(heading(page, name)).toBeVisible()
  await expect(page.getByText('A draft: only operators see it.')).toBeVisible()
  await page.getByLabel('Ingredients, in descending order of weight').fill('Rice flour, sesame, oil')
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('Published: shoppers see it.')).toBeVisible()
  const [path = ''] =
    (await page.getByRole('link', { name: 'In the shop' }).getAttribute('href'))?.split('?') ?? []

  const shopper = await signedUpShopper(request)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/signin')
  await signIn(page, shopper)
  await expect(page).not.toHaveURL(/signin/)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page
    .getByRole('button', { name: /add to cart/i })
    .first()
    .click()
  await page.goto('/checkout')
  await fillShipping(page)
  await page.getByRole('radio', { name: /Cash on Delivery/i }).check()
  await page.getByRole('button', { name: /^Place Order|^Pay ₹/ }).click()
  await expectPlaced(page)

  const { data } = await (
    await request.get(`${SHOP_API_BASE}${path.replace('/product/', '/products/')}`)
  ).json()
  expect(data).toMatchObject({ name, price: 80, mrp: 95, stock: 2, imageAlts: ['A plate of chakli'] })
})

test(
  'prices and stock are changed like in a spreadsheet, reviewed, saved and undone',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const operator = await newOperator(request, store.dataFolder, 'manager')
    await openDesk(page, operator, '/desk/products?category=Nuts+%26+Treats')
    const prices = page.getByLabel(/^Price ₹ of/)
    const before = await prices.first().inputValue()
    const stock = page.getByLabel(/^Stock of/).first()
    const stockBefore = await stock.inputValue()

    await prices.first().fill('1')
    await prices.first().press('Tab')
    await expect(page.getByLabel(/^MRP ₹ of/).first()).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(stock).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByLabel(/^Stock of/).nth(1)).toBeFocused()
    await stock.focus()
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '11\t2\n12\t3\n')
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })
    await expect(page.getByLabel(/^Low at of/).nth(1)).toHaveValue('3')
    await expect(page.getByText('2 products have changes')).toBeVisible()

    await page.getByRole('button', { name: 'Review and save' }).click()
    const dialog = page.getByRole('dialog', { name: '2 products change' })
    await expect(dialog).toContainText(`Price ₹: ₹${before} → ₹1`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, '2 products saved')).toBeVisible()
    await expect(prices.first()).toHaveValue('1')

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Taken back')).toBeVisible()
    await expect(prices.first()).toHaveValue(before)
    await expect(stock).toHaveValue(stockBefore)
  },
)

test(
  'a row that another operator changed is refused and named, and the others are saved',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const operator = await newOperator(request, store.dataFolder)
    await openDesk(page, operator, '/desk/products?category=Donuts')
    const second = page.locator('[data-row]').nth(1)
    const name = (await second.innerText()).split(',')[0]
    const levels = page.getByLabel(/^Low at of/)
    await levels.nth(0).fill('7')
    await levels.nth(1).fill('7')
    const { accessToken } = await signInBy(request, operator)
    const href = (await second.getAttribute('href')) ?? ''
    const changed = await request.put(`${SHOP_API_BASE}/products/${href.split('/').at(-1)}`, {
      headers: { authorization: `Bearer ${accessToken}` },
      data: { lowStockLevel: 4 },
    })
    expect(changed.status()).toBe(200)

    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText(
      `${name} was changed by somebody else: Low at is now 4`,
    )
    await expect(toast(page, 'Saved')).toBeVisible()
    await expect(levels.nth(0)).toHaveValue('7')
  },
)

test(
  'an admin grants a role; the operator sees the screens of that role only; the log names both',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const [admin, asha] = [await newOperator(request, store.dataFolder), await signedUpShopper(request)]
    await openDesk(page, admin, '/desk/staff')
    await page.getByLabel('Email of an account of this shop').fill(asha.email)
    await page.getByRole('combobox', { name: /^Role/ }).selectOption('accountant')
    await page.getByRole('button', { name: 'Give the role' }).click()
    await expect(toast(page, `${asha.email} is accountant`)).toBeVisible()
    await expect(
      page.getByRole('button', { name: `Take the role accountant from ${asha.email}` }),
    ).toBeVisible()
    await page.getByRole('button', { name: /^Sign out/ }).click()

    await expect(heading(page, 'The desk')).toBeVisible()
    await signIn(page, asha)
    const navigation = page.getByRole('navigation', { name: 'Desk' })
    await expect(navigation.getByRole('link')).toHaveText(['Today', 'Orders', 'Log'])
    await navigation.getByRole('link', { name: 'Log' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: asha.email }).first()).toContainText(
      admin.email,
    )
    await page.getByRole('button', { name: /^Sign out/ }).click()
  },
)

test('an account without a role sees no screen', { tag: ONCE }, async ({ page, request }) => {
  const asha = await signedUpShopper(request)
  await page.goto('/desk/products')
  await signIn(page, asha)
  await expect(heading(page, 'This account has no screen at the desk')).toBeVisible()
})

test("a change of the shop's record is saved and undone", { tag: ONCE }, async ({ page, request, store }) => {
  await openDesk(page, await newOperator(request, store.dataFolder), '/desk/settings')
  const name = page.getByLabel('Trade name')
  const before = await name.inputValue()
  await page.getByLabel('FSSAI licence number').fill('12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('An FSSAI licence number has 14 digits')).toBeVisible()
  await page.getByLabel('FSSAI licence number').fill('12345678901234')
  await name.fill('Asha Snacks')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, "The shop's record was saved")).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Taken back')).toBeVisible()
  await expect(name).toHaveValue(before)

  const other = await page.context().newPage()
  await other.goto('/desk/settings')
  await other.getByLabel('Trade name').fill('Nashta & Sons')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(other, "The shop's record was saved")).toBeVisible()
  await name.fill('Asha Snacks')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText("Somebody else has changed the shop's record")
  await page.getByRole('button', { name: 'Load it again' }).click()
  await expect(name).toHaveValue('Nashta & Sons')
  await other.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(other, 'Taken back')).toBeVisible()
})

test('the desk is reached by keyboard alone', { tag: ONCE }, async ({ page, request, store }) => {
  await openDesk(page, await newOperator(request, store.dataFolder))
  await expect(heading(page, 'Today')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(heading(page, 'Products')).toBeVisible()
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(page.locator('[data-row]').nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(page.locator('[data-row]').first()).toBeFocused()
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
})

test(
  'the second factor is asked for, and half an hour without use ends the session',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const operator = await newOperator(request, store.dataFolder)
    const secret = await turnOnSecondFactor(request, store.url, operator)
    await page.goto('/desk')
    await signIn(page, operator)
    const code = page.getByLabel('Code of your authenticator app, or a recovery code')
    await code.fill('000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await code.fill(codeOfStep(secret, stepAt(new Date()) + 1))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(heading(page, 'Today')).toBeVisible()

    await page.evaluate(() => {
      const longAgo = Date.now() - 31 * 60_000
      localStorage.setItem('nashta.desk-last-used', String(longAgo))
    })
    await page.keyboard.press('g')
    await expect(page.getByText('The desk was not used for 30 minutes.')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'The desk')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('nashta.tokens'))).toBeNull()
  },
)

async function turnOnSecondFactor(request: APIRequestContext, url: string, operator: Shopper) {
  const { accessToken: AccessToken } = await signInBy(request, operator)
  const { text } = await callIdentity(url, associateSoftwareToken.target, { AccessToken })
  const secret = fromBase32(associateSoftwareToken.response.parse(JSON.parse(text)).SecretCode)
  const UserCode = codeOfStep(secret, stepAt(new Date()))
  await callIdentity(url, verifySoftwareToken.target, { AccessToken, UserCode })
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
  await callIdentity(url, setUserMfaPreference.target, { AccessToken, SoftwareTokenMfaSettings })
  return secret
}

test(
  'an offline desk says so, and a failed load can be tried again',
  { tag: ONCE },
  async ({ page, request, store, context }) => {
    await openDesk(page, await newOperator(request, store.dataFolder), '/desk/products')
    await expect(page.locator('[data-row]').first()).toBeVisible()
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

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `every screen of the desk is accessible in the ${colorScheme} colours`,
    { tag: colorScheme === 'dark' ? ONCE : [] },
    async ({ page, request, store }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto('/desk')
      await expect(heading(page, 'The desk')).toBeVisible()
      expect(await accessibilityViolations(page)).toEqual([])
      await openDesk(page, await newOperator(request, store.dataFolder))
      const screens = [
        ['/desk/products', 'Products'],
        ['/desk/products?search=nothing+has+this+name', 'Products'],
        ['/desk/products/new', 'A new product'],
        ['/desk/products/donut-strawberry-sprinkle', 'Strawberry Sprinkle Donut'],
        ['/desk/staff', 'Staff'],
        ['/desk/log', 'Log'],
        ['/desk/settings', 'Settings'],
      ] as const
      for (const [path, title] of screens) {
        await page.goto(path)
        await expect(heading(page, title)).toBeVisible()
        await expect(page.getByText('Loading…')).toBeHidden()
        expect(await accessibilityViolations(page), path).toEqual([])
      }
      await page.goto('/desk/products')
      await page
        .getByLabel(/^Price ₹ of/)
        .first()
        .fill('x')
      await page.getByRole('button', { name: 'Review and save' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await accessibilityViolations(page), 'the preview').toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Go to/ }).click()
      expect(await accessibilityViolations(page), 'the palette').toEqual([])
    },
  )
}

test('no screen of the desk is wider than the window', async ({ page, request, store }) => {
  await openDesk(page, await newOperator(request, store.dataFolder))
  for (const path of ['products', 'products/new', 'staff', 'log', 'settings']) {
    await page.goto(`/desk/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, path).toBe(0)
  }
})

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
    const orders = ['today', 'orders', 'pack', 'tickets', 'customers', 'print/labels?ids=none']
    for (const path of [...orders, 'products', 'products/new', 'staff', 'log', 'settings']) {
      await page.goto(`/desk/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    expect([...sizes.keys()].filter((path) => !path.startsWith('/desk/assets/'))).toEqual([])
    expect(sizes.size).toBeGreaterThan(5)
    expect(total).toBeGreaterThan(50_000)
    expect(total).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES)
  },
)
