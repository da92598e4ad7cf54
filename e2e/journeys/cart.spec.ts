import { getCart } from '@nashta/contracts/cart/cart'
import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { BROKEN_STORAGE } from '../support/broken-storage.ts'
import { makeNavigationWait } from '../support/interactive.ts'
import { ONCE } from '../support/once.ts'
import { signedUpShopper, signIn } from '../support/shopper.ts'
import { expect, noisyTest, test } from '../support/test.ts'

const DONUT = 'Strawberry Sprinkle Donut'
const CHIPS = 'Magic Masala Ridges'
const PRODUCT_PAGE = '/product/donut-strawberry-sprinkle'
/** A cycle is a sign-out and a sign-in. `npm run prove -- --row R17` runs more cycles. */
const SIGN_IN_CYCLES = Number(process.env['SIGN_IN_CYCLES'] ?? 2)
/** An account may sign in twenty times a minute. */
const CYCLES_PER_SHOPPER = 15
const CYCLE_TIMEOUT_MS = 20_000

test('a guest fills a cart from product cards, and sees it in another tab', async ({ page, context }) => {
  await page.goto('/collections/best-sellers')
  await addToCart(page, DONUT)
  await page.getByRole('button', { name: `Increase quantity of ${DONUT}` }).click()
  await addToCart(page, CHIPS)
  await expect(cartButton(page)).toHaveAccessibleName('Shopping Cart (3)')

  const drawer = await openDrawer(page)
  await expect(drawer.getByRole('heading', { level: 2 })).toHaveText('Shopping Cart (3)')
  await expect(drawer.getByRole('list').first().getByRole('listitem')).toHaveText([
    /Strawberry Sprinkle Donut.*₹89.*₹178/,
    /₹49/,
  ])
  // The demo shop takes no delivery fee, so the drawer names no amount for free delivery.
  await expect(drawer).not.toContainText('free delivery')
  await expect(drawer).toContainText('Total₹227')

  await drawer.getByRole('button', { name: `Decrease quantity of ${CHIPS}` }).click()
  await expect(drawer.getByRole('list').first().getByRole('listitem')).toHaveCount(1)
  await expect(drawer.getByRole('link', { name: 'Checkout' })).toHaveAttribute('href', '/checkout')
  await drawer.getByRole('button', { name: 'Continue Shopping' }).click()
  await expect(drawer).toBeHidden()

  const tab = makeNavigationWait(await context.newPage())
  await tab.goto('/')
  await expect(cartButton(tab)).toHaveAccessibleName('Shopping Cart (2)')
  await (await openDrawer(tab)).getByRole('button', { name: `Remove ${DONUT} from cart` }).click()
  await expect(drawerOf(tab)).toContainText('Your cart is empty')
  await expect(drawerOf(tab)).toContainText('Add some items to get started')
  await expect(cartButton(page)).toHaveAccessibleName('Shopping Cart (0)')
})

test(
  'the cart drawer works with the keyboard alone, and moves the focus as a dialog does',
  { tag: ONCE },
  async ({ page }) => {
    await page.goto('/collections/best-sellers')
    await addToCart(page, DONUT)
    await cartButton(page).press('Enter')
    const drawer = drawerOf(page)
    await expect(drawer).toHaveAccessibleName('Shopping Cart (1)')
    await expect(drawer.getByRole('heading', { level: 2 })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(drawer.getByRole('button', { name: 'Close cart' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(cartButton(page)).toBeFocused()

    await cartButton(page).press('Enter')
    await drawer.getByRole('button', { name: `Remove ${DONUT} from cart` }).press('Enter')
    await expect(drawer.getByRole('heading', { level: 2 })).toBeFocused()
    await expect(drawer).toContainText('Your cart is empty')
    expect(await accessibilityViolations(page)).toEqual([])
  },
)

test('product cards and the cart drawer are accessible, and fit a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/collections/best-sellers')
  await addToCart(page, DONUT)
  expect(await accessibilityViolations(page)).toEqual([])
  const drawer = await openDrawer(page)
  await expect(drawer.getByRole('list').first().getByRole('listitem')).toHaveCount(1)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await drawer.evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true)
})

test(
  'a guest who adds from the product page signs in first and finds the product in the cart once',
  { tag: ONCE },
  async ({ page, request }) => {
    const shopper = await signedUpShopper(request)
    await page.goto(PRODUCT_PAGE)
    await page.getByRole('button', { name: 'ADD TO CART' }).click()
    await expect(page).toHaveURL(`/signin?next=${encodeURIComponent(PRODUCT_PAGE)}`)
    await signIn(page, shopper)
    await expect(page).toHaveURL(PRODUCT_PAGE)
    await expect(cartButton(page)).toHaveAccessibleName('Shopping Cart (1)')

    await page.getByRole('button', { name: 'ADD TO CART' }).click()
    await expect(page.getByText('✓ Item added to cart successfully!')).toBeVisible()
    await expect(cartButton(page)).toHaveAccessibleName('Shopping Cart (2)')
    await page.reload()
    await expect(cartButton(page)).toHaveAccessibleName('Shopping Cart (2)')
    expect(await serverCart(page)).toEqual({ 'donut-strawberry-sprinkle': 2 })

    await page.getByRole('button', { name: 'BUY IT NOW' }).click()
    await expect(page).toHaveURL('/checkout')
    await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('Qty: 2')
    expect(await serverCart(page)).toEqual({ 'donut-strawberry-sprinkle': 2 })
  },
)

test(
  'a guest’s cart is merged at sign-in and never doubled, and a merge can be undone',
  { tag: ONCE },
  async ({ page, request }) => {
    const shopper = await signedUpShopper(request)
    await page.goto('/collections/best-sellers')
    await addToCart(page, DONUT)
    await addToCart(page, CHIPS)
    // The first click loads the code of the cart. Leaving the page before that would lose the
    // clicks.
    await expect(cartButton(page)).toHaveAccessibleName('Shopping Cart (2)')
    await openAndSignIn(page, shopper)
    const drawer = await openDrawer(page)
    await expect(drawer).toContainText('Picked before you signed in')
    await expect(drawer).toContainText(`1 × ${DONUT}`)
    await drawer.getByRole('button', { name: 'Keep' }).click()
    await drawer.getByRole('button', { name: 'Close cart' }).click()

    await signOut(page)
    await expect(cartButton(page)).toHaveAccessibleName('Shopping Cart (2)')
    await page.goto('/collections/best-sellers')
    await page.getByRole('button', { name: `Increase quantity of ${CHIPS}` }).click()
    await expect(cartButton(page)).toHaveAccessibleName('Shopping Cart (3)')
    await openAndSignIn(page, shopper)
    await expect
      .poll(() => serverCart(page))
      .toEqual({ 'donut-strawberry-sprinkle': 1, 'chips-magic-masala': 2 })

    await (await openDrawer(page)).getByRole('button', { name: 'Undo' }).click()
    await expect(drawer.getByRole('heading', { level: 2 })).toHaveText('Shopping Cart (2)')
    await expect
      .poll(() => serverCart(page))
      .toEqual({ 'donut-strawberry-sprinkle': 1, 'chips-magic-masala': 1 })
  },
)

for (let done = 0; done < SIGN_IN_CYCLES; done += CYCLES_PER_SHOPPER) {
  const cycles = Math.min(CYCLES_PER_SHOPPER, SIGN_IN_CYCLES - done)
  test(
    `signing out and in again changes no quantity, cycles ${done + 1} to ${done + cycles}`,
    { tag: ONCE },
    async ({ page, request }) => {
      test.setTimeout(test.info().timeout + cycles * CYCLE_TIMEOUT_MS)
      const shopper = await signedUpShopper(request)
      await page.goto('/collections/best-sellers')
      await addToCart(page, DONUT)
      await page.getByRole('button', { name: `Increase quantity of ${DONUT}` }).click()
      await addToCart(page, CHIPS)
      await openAndSignIn(page, shopper)
      const expected = { 'donut-strawberry-sprinkle': 2, 'chips-magic-masala': 1 }
      for (let cycle = 0; cycle < cycles; cycle += 1) {
        await expect.poll(() => serverCart(page)).toEqual(expected)
        await signOut(page)
        await expect(cartButton(page)).toHaveAccessibleName('Shopping Cart (3)')
        await openAndSignIn(page, shopper)
        await expect(cartButton(page)).toHaveAccessibleName('Shopping Cart (3)')
      }
      await expect.poll(() => serverCart(page)).toEqual(expected)
    },
  )
}

// Noisy, because the console shows requests that fail, such as that of a picture in the drawer.
noisyTest(
  'cart changes made without a network are sent when it is back',
  { tag: ONCE },
  async ({ page, context, request }) => {
    await openAndSignIn(page, await signedUpShopper(request))
    // All scripts must load before the network is gone.
    await page.goto('/collections/best-sellers', { waitUntil: 'networkidle' })
    await expect(page.getByRole('button', { name: `Add ${DONUT} to cart` })).toBeVisible()

    await context.setOffline(true)
    await addToCart(page, DONUT)
    await page.getByRole('button', { name: `Increase quantity of ${DONUT}` }).click()
    await expect(cartButton(page)).toHaveAccessibleName('Shopping Cart (2)')
    const drawer = await openDrawer(page)
    await expect(drawer).toContainText('The store cannot be reached.')
    await page.keyboard.press('Escape')

    await context.setOffline(false)
    await expect.poll(() => serverCart(page)).toEqual({ 'donut-strawberry-sprinkle': 2 })
    await expect(drawer).not.toContainText('The store cannot be reached.')
  },
)

// Noisy, because the console shows the lost response.
noisyTest(
  'a cart change whose response is lost is applied once, even after a reload',
  { tag: ONCE },
  async ({ page, request }) => {
    await openAndSignIn(page, await signedUpShopper(request))
    // No other call is in flight, so the first request that fails is the add.
    await page.goto('/collections/best-sellers', { waitUntil: 'networkidle' })
    let isResponseLost = true
    await page.route('**/api/carts/**', async (route) => {
      const response = await route.fetch()
      await (isResponseLost ? route.abort() : route.fulfill({ response }))
    })
    await Promise.all([page.waitForEvent('requestfailed'), addToCart(page, DONUT)])
    isResponseLost = false
    await page.reload()
    await expect(cartButton(page)).toHaveAccessibleName('Shopping Cart (1)')
    await expect.poll(() => countPendingOperations(page)).toBe(0)
    expect(await serverCart(page)).toEqual({ 'donut-strawberry-sprinkle': 1 })
  },
)

test('cart adds on two devices are summed', { tag: ONCE }, async ({ page, request, browser }) => {
  const shopper = await signedUpShopper(request)
  await openAndSignIn(page, shopper)
  const otherDevice = await browser.newContext()
  const phone = makeNavigationWait(await otherDevice.newPage())
  await openAndSignIn(phone, shopper)
  await page.goto('/collections/best-sellers')
  await addToCart(page, DONUT)
  await expect.poll(() => serverCart(page)).toEqual({ 'donut-strawberry-sprinkle': 1 })
  await phone.goto('/collections/best-sellers')
  await phone.getByRole('button', { name: `Increase quantity of ${DONUT}` }).click()
  await page.getByRole('button', { name: `Increase quantity of ${DONUT}` }).click()
  await expect.poll(() => serverCart(page)).toEqual({ 'donut-strawberry-sprinkle': 3 })
  await otherDevice.close()
})

for (const [state, breakStorage] of BROKEN_STORAGE) {
  test(`carts work when browser storage is ${state}`, { tag: ONCE }, async ({ page, context }) => {
    await breakStorage(context)
    await page.goto('/collections/best-sellers')
    await addToCart(page, DONUT)
    await expect(cartButton(page)).toHaveAccessibleName('Shopping Cart (1)')
    await expect((await openDrawer(page)).getByRole('list').first().getByRole('listitem')).toHaveCount(1)
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('cards have no buttons, and ADD TO CART leads to the sign-in page', async ({ page }) => {
    await page.goto('/collections/best-sellers')
    await expect(page.getByRole('main').getByRole('article').getByRole('button')).toHaveCount(0)
    await page.goto(PRODUCT_PAGE)
    await page.getByRole('button', { name: 'ADD TO CART' }).click()
    await expect(page).toHaveURL(`/signin?next=${encodeURIComponent(PRODUCT_PAGE)}`)
  })
})

async function addToCart(page: Page, name: string) {
  await page
    .getByRole('button', { name: `Add ${name} to cart` })
    .first()
    .click()
}

function cartButton(page: Page) {
  return page.getByRole('banner').getByRole('button', { name: /^Shopping Cart/ })
}

function drawerOf(page: Page) {
  return page.getByRole('dialog', { name: /^Shopping Cart/, includeHidden: true })
}

async function openDrawer(page: Page) {
  await cartButton(page).click()
  return drawerOf(page)
}

async function openAndSignIn(page: Page, shopper: Parameters<typeof signIn>[1]) {
  await page.goto('/signin')
  await signIn(page, shopper)
  await expect(page).toHaveURL('/')
}

async function signOut(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: /^Asha/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
}

/** The shopper's cart as the store has it: the quantity of each product id. */
async function serverCart(page: Page) {
  const body = await page.evaluate(async () => {
    const { accessToken } = JSON.parse(localStorage.getItem('nashta.tokens') ?? '').data
    const { sub } = JSON.parse(localStorage.getItem('nashta.current-user') ?? '').data
    const response = await fetch(`/api/carts/${sub}`, { headers: { authorization: `Bearer ${accessToken}` } })
    return response.json()
  })
  const { items } = getCart.reply.parse(body).data
  return Object.fromEntries(items.map(({ productId, quantity }) => [productId, quantity]))
}

function countPendingOperations(page: Page) {
  return page.evaluate(() => {
    const { sub } = JSON.parse(localStorage.getItem('nashta.current-user') ?? '').data
    return JSON.parse(localStorage.getItem(`nashta.cart.${sub}`) ?? '').data.queue.length
  })
}
