import { orderPath } from '@nashta/contracts/orders/order-texts'
import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { DONUT, expectPlaced, fillShipping, payByCard, payButton, shopperAt } from '../support/checkout.ts'
import { heading, openDesk, toast } from '../support/desk.ts'
import { newOperator, testWithOwnStore } from '../support/own-store.ts'
import { mailedLink, newShopper } from '../support/shopper.ts'
import { expect } from '../support/test.ts'

const test = testWithOwnStore({ GUEST_CHECKOUT: 'true', RATE_LIMIT_SCALE: '1000' })

const cart = (page: Page) => page.getByRole('dialog', { name: /Shopping Cart/ })
const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' })

/** Each test has offers of its own, whose codes no other test has. */
let codes = 0
const newCode = () => `E2E${Date.now()}${(codes += 1)}`.slice(-12)

/** Phones show the summary after a press. */
async function openSummary(page: Page) {
  await expect(heading(page, 'Checkout')).toBeVisible()
  const opener = summary(page).getByRole('button', { name: /^Order summary/ })
  if (await opener.isVisible()) await opener.click()
}

async function makeOffer(
  page: Page,
  { name, code, percent }: { name: string; code: string; percent: string },
) {
  await page.getByRole('link', { name: 'New offer' }).click()
  await expect(heading(page, 'A new offer')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByLabel('Percent', { exact: true }).fill(percent)
}

test('an owner makes an offer and tries it on a cart, a shopper pays less by its link, and the desk shows its use', async ({
  page,
  request,
  store,
  browser,
}) => {
  const code = newCode()
  const name = `Diwali ${code}`
  const owner = await newOperator(request, store.dataFolder, 'manager')
  await openDesk(page, owner, '/desk/offers')
  await makeOffer(page, { name, code: code.toLowerCase(), percent: '10' })
  await page.getByLabel('Put a product into the cart').fill(DONUT.name)
  await page.getByRole('button', { name: `Add ${DONUT.name}` }).click()
  await page.getByLabel(`Units of ${DONUT.name}`).fill('2')
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(page.getByText('Total₹160.20')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, `${name} is saved`)).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('Uses0')
  expect(await accessibilityViolations(page)).toEqual([])

  const context = await browser.newContext({ baseURL: store.url, viewport: page.viewportSize() })
  const shop = await context.newPage()
  await shopperAt(shop, request, { path: `/?offer=${code.toLowerCase()}`, donuts: 2 })
  await expect(shop.getByText(`The code ${code} is in your cart: ${name}, 10% off.`)).toBeVisible()
  expect(await accessibilityViolations(shop)).toEqual([])
  await shop.getByRole('button', { name: /^Shopping Cart/ }).click()
  await expect(cart(shop).getByText(`${name} (${code})`)).toBeVisible()
  await expect(cart(shop).getByText('−₹17.80')).toBeVisible()
  await expect(cart(shop).getByText('₹160.20')).toBeVisible()
  expect(await accessibilityViolations(shop)).toEqual([])
  await cart(shop).getByRole('link', { name: 'Checkout' }).click()
  await openSummary(shop)
  await expect(summary(shop).getByText('−₹17.80')).toBeVisible()
  expect(await accessibilityViolations(shop)).toEqual([])
  await fillShipping(shop)
  await expect(payButton(shop)).toHaveText('Pay ₹160.20')
  await payByCard(shop, '4242424242424242')
  const orderId = await expectPlaced(shop)
  await shop.goto(orderPath(orderId))
  await expect(shop.getByText(`${name} (${code})`)).toBeVisible()
  await expect(shop.getByText('−₹17.80')).toBeVisible()
  await expect(shop.getByText('₹160.20').first()).toBeVisible()
  await context.close()

  await page.reload()
  await expect(row).toContainText('Uses1')
  await expect(row).toContainText('Revenue₹160.20')
  await expect(row).toContainText('Given away₹17.80')
  await row.getByRole('button', { name: `End ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
  await expect(row).toContainText('Ended')
})

test('a guest enters a code at the checkout; when the offer ends before the payment, the new total is shown first', async ({
  page,
  request,
  store,
  browser,
}) => {
  const code = newCode()
  const name = `Monsoon ${code}`
  const owner = await newOperator(request, store.dataFolder, 'manager')
  const context = await browser.newContext({ baseURL: store.url, viewport: page.viewportSize() })
  const desk = await context.newPage()
  await openDesk(desk, owner, '/desk/offers')
  await makeOffer(desk, { name, code, percent: '20' })
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(desk, `${name} is saved`)).toBeVisible()

  await page.goto(`/product/${DONUT.productId}`)
  await page.getByRole('button', { name: 'ADD TO CART' }).click()
  await expect(page.getByText('✓ Item added to cart successfully!')).toBeVisible()
  await page.goto('/checkout')
  await summary(page).getByRole('button', { name: 'Enter an offer code' }).click()
  const field = summary(page).getByLabel('Offer code')
  await expect(field).toBeFocused()
  await field.fill('no such code')
  await summary(page).getByRole('button', { name: 'Apply' }).click()
  await expect(
    summary(page).getByText('There is no code NOSUCHCODE. Please check its spelling.'),
  ).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await field.fill(` ${code.toLowerCase()} `)
  await summary(page).getByRole('button', { name: 'Apply' }).click()
  await openSummary(page)
  await expect(summary(page).getByText('−₹17.80')).toBeVisible()
  // A code survives a reload, and a sign-in that the guest gives up.
  await page.goto('/signin?next=%2Fcheckout')
  await page.goto('/checkout')
  await openSummary(page)
  await expect(summary(page).getByText('−₹17.80')).toBeVisible()
  const { email } = newShopper()
  await page.getByLabel('Email *').fill(email)
  await fillShipping(page)
  await expect(payButton(page)).toHaveText('Pay ₹71.20')

  await desk.getByRole('button', { name: `End ${name}` }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
  await expect(toast(desk, `${name} has ended`)).toBeVisible()
  await context.close()
  await payByCard(page, '4242424242424242')
  const notice = page.getByRole('alert').filter({ hasText: 'this code is no longer valid' })
  await expect(notice).toContainText(`${name}: this code is no longer valid.`)
  await expect(notice).toContainText('the total is now ₹89')
  expect(await accessibilityViolations(page)).toEqual([])
  await expect(payButton(page)).toHaveText('Pay ₹89')
  await page.getByLabel('CVV *').fill('987')
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Order Placed Successfully!' })).toBeVisible()
  expect(await mailedLink(request, email, 'is confirmed')).toContain('/orders/')
})
