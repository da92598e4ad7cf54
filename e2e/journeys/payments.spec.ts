import { type Page, request as apiRequest } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import {
  aPurchaseOf,
  CARDS,
  DONUT,
  expectPlaced,
  fillShipping,
  payButton,
  payByCard,
  shopperAt,
} from '../support/checkout.ts'
import { makeNavigationWait } from '../support/interactive.ts'
import { ONCE } from '../support/once.ts'
import { createAdminToken, testWithOwnStore } from '../support/own-store.ts'
import { readQrCode } from '../support/qr-code.ts'
import { expect } from '../support/test.ts'

/** UPI payments go to the UPI id of the shop. Card and bank payments are simulated. */
const test = testWithOwnStore({
  PAYMENTS: 'upi,simulator',
  UPI_VPA: 'snacks@bank',
  UPI_NAME: 'Asha Snacks',
  RATE_LIMIT_SCALE: '1000',
})

/** A refund takes long: the store sends refunds at intervals, and the page polls their state. */
const REFUND_TIMEOUT_MS = 60_000
const ORDER_PAGE = /\/purchase-history\/(?<id>\w+)/

test('a shopper pays by QR code, on any device, and the shop confirms it', async ({
  page,
  request,
  store,
  browser,
}) => {
  await shopperAt(page, request, { path: '/checkout', donuts: 2 })
  await fillShipping(page)
  await page.getByRole('radio', { name: 'UPI' }).check()
  await expect(page.getByLabel('UPI ID *')).toBeHidden()
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Pay ₹178 by UPI' })).toBeVisible()
  const isPhone = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
  await expect(page.getByText('Scan the code with the phone that you pay with')).toBeVisible({
    visible: !isPhone,
  })
  await expect(page.getByText('On the phone that you pay with?')).toBeVisible({ visible: isPhone })
  const id = orderIdOf(page)

  const uri = `upi://pay?pa=snacks@bank&pn=Asha%20Snacks&tr=${id}&tn=Order%20${id.slice(-8).toUpperCase()}&am=178.00&cu=INR`
  expect(await readQrCode(page.getByRole('img', { name: 'QR code to pay ₹178 to Asha Snacks' }))).toBe(uri)
  await expect(page.getByRole('timer')).toHaveText(/^(?:30:00|29:\d\d)$/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [name, text] of [
    ['UPI ID', 'snacks@bank'],
    ['Amount', '178.00'],
  ] as const) {
    await page.getByRole('button', { name: `Copy ${name}` }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }
  expect(await accessibilityViolations(page)).toEqual([])

  // The shopper closes the tab and continues on another device.
  const url = page.url()
  const session = await page.context().storageState()
  await page.close()
  const otherDevice = await browser.newContext({ storageState: session })
  const phone = makeNavigationWait(await otherDevice.newPage())
  await phone.goto(url)
  await phone.getByLabel('Reference number (optional)').fill('512345678901')
  await phone.getByRole('button', { name: 'I have paid' }).click()
  await expect(phone.getByRole('heading', { name: 'Waiting for the shop to see your payment' })).toBeFocused()
  await phone.reload()
  await expect(phone.getByText('Your reference number: 512345678901')).toBeVisible()
  expect(await accessibilityViolations(phone)).toEqual([])

  await adminCall(store, `/orders/${id}/confirm`, { amount: 178, reference: id })
  await expect(phone.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await expect(phone.getByText('CONFIRMED', { exact: true })).toBeVisible()
  expect(await accessibilityViolations(phone)).toEqual([])
  await otherDevice.close()
})

test('a payment that fails on the page of the bank can be retried for the same order', async ({
  page,
  request,
}) => {
  const { api } = await shopperAt(page, request, { path: '/checkout', donuts: 1 })
  await fillShipping(page)
  await payByCard(page, CARDS.redirect)
  await page.getByRole('button', { name: 'Refuse the payment' }).click()

  await expect(page.getByRole('alert')).toHaveText(/^The payment did not go through\./)
  const id = orderIdOf(page)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Pay ₹89 now' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  expect(await expectPlaced(page)).toBe(id)
  expect((await api('GET', `/purchases/${api.userId}`)).purchases).toHaveLength(1)

  expect(await openOrder(page)).toBe(id)
  // The text has no space between the label and its value.
  await expect(page.getByText('StatusPaid')).toBeVisible()
})

test('a paid order is cancelled with a reason, and the money goes back', async ({ page, request }) => {
  await shopperAt(page, request, { path: '/checkout', donuts: 2 })
  await fillShipping(page)
  await payByCard(page, CARDS.refundSlow)
  await expectPlaced(page)
  await openOrder(page)
  await cancelWithReason(page)

  await expect(page.getByRole('heading', { name: 'Your order was cancelled' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const refund = page.getByRole('region', { name: 'Refund' })
  await expect(refund).toContainText(/^Refund(?:Requested|On its way to you)₹178/)
  expect(await accessibilityViolations(page)).toEqual([])
  await expect(refund).toContainText('Completed₹178', { timeout: REFUND_TIMEOUT_MS })
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('I ordered by mistake')
})

test(
  'an order to be paid on delivery is cancelled from the history',
  { tag: ONCE },
  async ({ page, request }) => {
    const { api } = await shopperAt(page, request, { path: '/about' })
    await api('POST', `/purchases/${api.userId}`, aPurchaseOf(1))
    await page.goto('/purchase-history')
    await cancelWithReason(page)

    await expect(page.getByText('CANCELLED', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel order' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Order again' })).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
  },
)

test('a failed refund is shown as failed on the order page', { tag: ONCE }, async ({ page, request }) => {
  await shopperAt(page, request, { path: '/checkout', donuts: 1 })
  await fillShipping(page)
  await payByCard(page, CARDS.refundFails)
  await expectPlaced(page)
  await openOrder(page)
  await cancelWithReason(page)
  await expect(page.getByRole('region', { name: 'Refund' })).toContainText('Failed: we will contact you₹89', {
    timeout: REFUND_TIMEOUT_MS,
  })
})

test(
  'a refund of some items by an operator is shown on the order page',
  { tag: ONCE },
  async ({ page, request, store }) => {
    await shopperAt(page, request, { path: '/checkout', donuts: 3 })
    await fillShipping(page)
    await payByCard(page, CARDS.approved)
    await expectPlaced(page)
    const id = await openOrder(page)
    const items = [{ productId: DONUT.productId, quantity: 1 }]
    await adminCall(store, `/orders/${id}/refund`, { items, reason: 'One was broken' })

    await page.reload()
    const refund = page.getByRole('region', { name: 'Refund' })
    await expect(refund).toContainText('₹89')
    await expect(refund).toContainText('One was broken')
    await expect(page.getByText('CONFIRMED', { exact: true })).toBeVisible()
  },
)

test('the order page prints as a receipt of the shop', { tag: ONCE }, async ({ page, request }) => {
  const { api } = await shopperAt(page, request, { path: '/about' })
  const { purchaseId } = await api('POST', `/purchases/${api.userId}`, aPurchaseOf(2))
  await page.goto(`/purchase-history/${purchaseId}`)
  await expect(page.getByRole('button', { name: 'Print receipt' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })

  for (const name of ['Menu', 'Print receipt', 'Order again', 'Cancel order']) {
    await expect(page.getByRole('button', { name })).toBeHidden()
  }
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Receipt for Order #/)
  await expect(page.getByText(/^FSSAI licence \d{14}$/)).toBeVisible()
  await expect(page.getByText('Subtotal₹178Shipping')).toBeVisible()
})

test(
  'an order page leads to a complaint with the order number filled in',
  { tag: ONCE },
  async ({ page, request }) => {
    const { api } = await shopperAt(page, request, { path: '/about' })
    const { purchaseId } = await api('POST', `/purchases/${api.userId}`, aPurchaseOf(1))
    await page.goto(`/purchase-history/${purchaseId}`)
    await page.getByRole('link', { name: 'Tell us about this order' }).click()
    await expect(page.getByLabel('Order number (optional)')).toHaveValue(purchaseId.slice(-8).toUpperCase())
  },
)

/** Opens the page of the order that was just placed, and returns its id. */
async function openOrder(page: Page) {
  await page.getByRole('link', { name: 'View order', exact: true }).click()
  await expect(page).toHaveURL(ORDER_PAGE)
  return orderIdOf(page)
}

/** Shows that the dialog can be left and requires a reason, and then cancels the order with one. */
async function cancelWithReason(page: Page) {
  const opener = page.getByRole('button', { name: /^Cancel order/ })
  const dialog = page.getByRole('dialog')
  await opener.click()
  await dialog.getByRole('button', { name: 'Keep the order' }).click()
  await expect(opener).toBeFocused()
  await opener.click()
  await dialog.getByRole('button', { name: 'Cancel the whole order' }).click()
  await expect(dialog.getByText('Please say why you cancel the order')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByLabel('Why do you cancel?').selectOption('I ordered by mistake')
  await dialog.getByRole('button', { name: 'Cancel the whole order' }).click()
  await expect(dialog).toBeHidden()
}

function orderIdOf(page: Page) {
  return ORDER_PAGE.exec(page.url())?.groups?.['id'] ?? ''
}

/**
 * Calls the Shop API as an admin, with a request context of its own. The journey's `request` holds
 * the cookie of the shopper's session, and a sign-in of the admin there would end that session.
 */
async function adminCall(store: { url: string; dataFolder: string }, path: string, data: object) {
  const adminRequest = await apiRequest.newContext({ baseURL: store.url })
  const accessToken = await createAdminToken(adminRequest, store.dataFolder)
  const response = await adminRequest.post(`/api/admin${path}`, {
    headers: { authorization: `Bearer ${accessToken}`, 'idempotency-key': crypto.randomUUID() },
    data,
  })
  expect(response.ok(), await response.text()).toBe(true)
  await adminRequest.dispose()
}
