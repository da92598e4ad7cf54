import type { Locator, Page } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { DONUT, expectPlaced, fillShipping, payButton, payByCard, shopperAt } from '../support/checkout.ts'
import { ONCE } from '../support/once.ts'
import { signedUpShopper, signIn } from '../support/shopper.ts'
import { expect, noisyTest, test } from '../support/test.ts'

const CARD = '4111111111111111'
/** `payByCard` types the CVV 987. */
const CARD_OR_CVV = /4111111111111111|\b987\b/

test('a shopper buys from the product page to the receipt, and no card data is stored', async ({
  page,
  request,
}) => {
  const shopper = await signedUpShopper(request)
  await page.goto(`/product/${DONUT.productId}`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'BUY IT NOW' }).click()
  await signIn(page, shopper)
  await expect(page).toHaveURL('/checkout')
  const summary = page.getByRole('region', { name: 'Order Summary' })
  await expect(summary).toContainText(`${DONUT.name}Qty: 1₹89`)
  await expect(summary).toContainText('Subtotal₹89ShippingFREETotal₹89')

  await fillShipping(page)
  await payByCard(page, '4111 1111 1111 1111')
  const orderId = await expectPlaced(page)
  expect(await allPageData(page)).not.toMatch(CARD_OR_CVV)
  await expect(page.getByRole('button', { name: 'Shopping Cart (0)' })).toBeVisible()

  await page.reload()
  await expect(page.getByText(orderId)).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'View Purchase History' }).click()
  await expect(page.getByRole('article')).toContainText(`Order #${orderId.slice(-8)}`)
  expect(await allPageData(page)).not.toMatch(CARD_OR_CVV)
})

test('the first press on Continue counts after an unusual phone number', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await shopperAt(page, request, { path: '/checkout', donuts: 1 })
  const fields = [
    ['Full Name *', 'Asha Rao'],
    ['Address Line 1 *', '12 MG Road'],
    ['Pincode *', '560001'],
    ['City *', 'Bengaluru'],
    ['State *', 'Karnataka'],
  ] as const
  for (const [label, value] of fields) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Continue to Payment' }).scrollIntoViewIfNeeded()
  await page.getByLabel('Phone Number *').fill('98765')
  // The press takes the focus from the field, which then shows its hint.
  const box = await page.getByRole('button', { name: 'Continue to Payment' }).boundingBox()
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 6)
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeFocused()
})

test('each checkout step shows its errors', { tag: ONCE }, async ({ page, request }) => {
  await shopperAt(page, request, { path: '/checkout', donuts: 1 })
  const steps = page.getByRole('list', { name: 'Checkout steps' })
  const currentStep = steps.locator('[aria-current="step"]')
  await expect(currentStep).toHaveText('1Shipping')
  await page.getByLabel('Full Name *').fill(' ')
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByText('Please fill in all required shipping fields')).toBeVisible()
  await expect(page.getByLabel('Full Name *')).toBeFocused()
  expect(await accessibilityViolations(page)).toEqual([])

  await fillShipping(page)
  await expect(currentStep).toHaveText('2Payment')
  await expect(page.getByRole('region', { name: 'Before you pay' })).toContainText('12 MG Road')
  for (const [method, text] of [
    ['Card', 'Please fill in all card details'],
    ['UPI', 'Please enter your UPI ID'],
    ['Net Banking', 'Please select your bank'],
  ] as const) {
    await page.getByRole('radio', { name: method, exact: true }).check()
    await payButton(page).click()
    await expect(page.getByText(text)).toBeVisible()
    expect(await accessibilityViolations(page), method).toEqual([])
  }
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
  await expect(page.getByText('Pay cash on delivery. Please keep exact change ready.')).toBeVisible()
  expect(await accessibilityViolations(page), 'cod').toEqual([])
})

test('no link leads out of the checkout, and its summary opens the cart for changes', async ({
  page,
  request,
  viewport,
}) => {
  await shopperAt(page, request, { path: '/checkout', donuts: 2 })
  await expect(page.getByRole('heading', { name: 'Shipping Address' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveText('NashtaSecure checkoutHelp')
  for (const link of await page.getByRole('link').all()) {
    const staysOnPage = /^(?:#|tel:|mailto:)/.test((await link.getAttribute('href')) ?? '')
    const opensTab = (await link.getAttribute('target')) === '_blank'
    expect(staysOnPage || opensTab, await link.innerText()).toBe(true)
  }

  // On a phone the summary is one line with the total, until it is opened.
  const summary = page.getByRole('region', { name: 'Order Summary' })
  const isPhone = (viewport?.width ?? 0) < 1024
  await expect(summary.getByText('₹178').filter({ visible: true })).not.toHaveCount(0)
  await expect(summary.getByText('Subtotal')).toBeVisible({ visible: !isPhone })
  if (isPhone) await summary.getByRole('button', { name: /^Order summary/ }).click()
  await expect(summary.getByText('Subtotal')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await summary.getByRole('button', { name: 'Edit cart' }).click()
  const cart = page.getByRole('dialog', { name: /^Shopping Cart/ })
  await cart.getByRole('button', { name: /^Increase quantity/ }).click()
  await cart.getByRole('link', { name: 'Checkout' }).click()
  await expect(summary.getByText('₹267').filter({ visible: true })).not.toHaveCount(0)
})

test('a shopper buys with the keyboard alone', { tag: ONCE }, async ({ page, request }) => {
  await shopperAt(page, request, { path: '/checkout', donuts: 2 })
  await expect(page.getByLabel('Full Name *')).toHaveValue('Asha Rao')
  for (const [label, value] of [
    ['Address Line 1 *', '12 MG Road'],
    ['City *', 'Bengaluru'],
    ['State *', 'Karnataka'],
    ['Pincode *', '560001'],
    ['Phone Number *', '9876543210'],
  ] as const) {
    await tabTo(page, page.getByLabel(label))
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeFocused()
  await tabTo(page, page.getByRole('radio', { name: 'Card', exact: true }))
  for (const name of ['UPI', 'Net Banking', 'Cash on Delivery']) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name })).toBeChecked()
  }
  await tabTo(page, payButton(page))
  await page.keyboard.press('Enter')
  await expectPlaced(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test(
  'an unusual pincode, phone number or UPI id gets a hint, and such a UPI id is accepted',
  { tag: ONCE },
  async ({ page, request }) => {
    await shopperAt(page, request, { path: '/checkout', donuts: 1 })
    await page.getByLabel('Pincode *').fill('5600')
    await page.getByLabel('Phone Number *').fill('98765')
    await page.getByLabel('City *').focus()
    await expect(page.getByLabel('Pincode *')).toHaveAccessibleDescription('A pincode usually has six digits')
    await expect(page.getByLabel('Phone Number *')).toHaveAccessibleDescription(
      'A phone number usually has ten digits',
    )
    await fillShipping(page)

    await page.getByRole('radio', { name: 'UPI' }).check()
    await page.getByLabel('UPI ID *').fill('asha')
    await page.getByLabel('UPI ID *').blur()
    await expect(page.getByLabel('UPI ID *')).toHaveAccessibleDescription(
      'A UPI ID usually looks like name@bank',
    )
    await payButton(page).click()
    await expectPlaced(page)
  },
)

test(
  'an order without a payment outcome is processing, and is confirmed once the outcome is known',
  { tag: ONCE },
  async ({ page, request }) => {
    // The simulator settles the payment of card …0119 after some seconds.
    test.slow()
    await shopperAt(page, request, { path: '/checkout', donuts: 1 })
    await fillShipping(page)
    await payByCard(page, '4000000000000119')

    const status = page.getByRole('definition').filter({ hasText: /^(?:PROCESSING|CONFIRMED)$/ })
    await expect(status.first()).toHaveText('PROCESSING')
    await expect(page.getByText('Your bank has not confirmed the payment yet.')).toBeVisible()
    await expect(status.first()).toHaveText('CONFIRMED', { timeout: 30_000 })
    await expectPlaced(page)
    await expect(page.getByText('Your bank has not confirmed the payment yet.')).toBeHidden()
  },
)

test('the checkout shows that the cart is empty', { tag: ONCE }, async ({ page, request }) => {
  await shopperAt(page, request, { path: '/checkout' })
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Continue Shopping' }).click()
  await expect(page).toHaveURL('/collections/allproducts')
})

test(
  'a declined card and a card without funds are refused, and the next card pays',
  { tag: ONCE },
  async ({ page, request }) => {
    const { api } = await shopperAt(page, request, { path: '/checkout', donuts: 3 })
    await fillShipping(page)
    for (const [number, text] of [
      ['4000000000000002', 'Your card was declined. Please try another card.'],
      ['4000000000009995', 'Your card has insufficient funds. Please try another card.'],
    ] as const) {
      await payByCard(page, number)
      await expect(page.getByRole('alert').filter({ hasText: text })).toBeFocused()
      await expect(page.getByLabel('Card Number *')).toHaveValue(number)
      await expect(page.getByLabel('CVV *')).toHaveValue('')
    }
    expect(await accessibilityViolations(page)).toEqual([])

    await payByCard(page, CARD)
    await expectPlaced(page)
    expect((await api('GET', `/purchases/${api.userId}`)).purchases).toHaveLength(1)
    expect((await api('GET', `/carts/${api.userId}`)).items).toEqual([])
  },
)

test(
  'a changed price is explained, and the next submit has the new total',
  { tag: ONCE },
  async ({ page, request }) => {
    await shopperAt(page, request, { path: '/checkout', donuts: 2 })
    await fillShipping(page)
    await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
    await page.route('**/api/purchases/*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const { totalAmount } = route.request().postDataJSON()
      return route.fulfill(totalAmount === 200 ? DECLINED_AT_200 : PRICE_IS_NOW_100)
    })
    await payButton(page).click()
    const alert = page.getByRole('alert').filter({ hasText: 'API request failed' })
    await expect(alert).toContainText(`${DONUT.name} was ₹89, is now ₹100 each`)
    await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('Total₹200')
    expect(await accessibilityViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'Pay ₹200' }).click()
    await expect(alert).toContainText('asked with 200')
  },
)

test(
  'a line above the stock is offered with the available quantity',
  { tag: ONCE },
  async ({ page, request }) => {
    const { api } = await shopperAt(page, request, { path: '/checkout', donuts: 3 })
    await fillShipping(page)
    await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
    await page.route('**/api/purchases/*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const [{ quantity }] = route.request().postDataJSON().items
      return quantity > 1 ? route.fulfill(ONLY_ONE_LEFT) : route.continue()
    })
    await payButton(page).click()
    await expect(page.getByText(`${DONUT.name} has only 1 left`)).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'Take 1' }).click()
    await page.getByRole('button', { name: 'Pay ₹89', exact: true }).click()
    await expectPlaced(page)
    expect((await api('GET', `/purchases/${api.userId}`)).purchases).toHaveLength(1)
  },
)

// Noisy, because the console shows the lost response.
noisyTest(
  'a purchase whose response is lost is retried and gives one order',
  { tag: ONCE },
  async ({ page, request }) => {
    const { api } = await shopperAt(page, request, { path: '/checkout', donuts: 1 })
    await fillShipping(page)
    let lostResponses = 0
    await page.route('**/api/purchases/*', async (route) => {
      if (route.request().method() !== 'POST' || lostResponses > 0) return route.continue()
      lostResponses += 1
      await route.fetch()
      return route.abort()
    })
    await payByCard(page, CARD)
    await expectPlaced(page)
    expect(lostResponses).toBe(1)
    expect((await api('GET', `/purchases/${api.userId}`)).purchases).toHaveLength(1)
  },
)

// Noisy, because the console shows the request that the reload ends.
noisyTest('a reload during the purchase finds the order', { tag: ONCE }, async ({ page, request }) => {
  const { api } = await shopperAt(page, request, { path: '/checkout', donuts: 1 })
  await fillShipping(page)
  // The purchase is stored, but its response never reaches the page.
  const placed = new Promise<void>((resolve) => {
    void page.route('**/api/purchases/*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      return resolve()
    })
  })
  await payByCard(page, CARD)
  await expect(page.getByText('Processing Payment...')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await placed
  await page.reload()
  await expectPlaced(page)
  expect((await api('GET', `/purchases/${api.userId}`)).purchases).toHaveLength(1)
})

const PRICE_IS_NOW_100 = {
  status: 409,
  json: {
    code: 'PRICE_CHANGED',
    message: 'Prices have changed',
    details: { totalAmount: 200, items: [{ ...DONUT, quantity: 2, price: 100 }] },
  },
}
const ONLY_ONE_LEFT = {
  status: 409,
  json: {
    code: 'OUT_OF_STOCK',
    message: 'Not enough left',
    details: { items: [{ productId: DONUT.productId, name: DONUT.name, available: 1 }] },
  },
}
/** The reply to a purchase of ₹200. The page shows its message, so it has sent the new total. */
const DECLINED_AT_200 = { status: 402, json: { code: 'PAYMENT_DECLINED', message: 'asked with 200' } }

/** Presses Tab until `target` has the focus. No page has 60 elements that can be focused. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${target.toString()} cannot be reached by keyboard`)
}

/** All data of the page: browser storage, cookies, HTML and history. */
function allPageData(page: Page) {
  return page.evaluate(() =>
    [
      ...[localStorage, sessionStorage].flatMap((storage) => Object.values(storage)),
      document.cookie,
      document.documentElement.outerHTML,
      JSON.stringify(history.state),
    ].join('\n'),
  )
}
