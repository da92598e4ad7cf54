import { startRazorpayEmulator } from '../../apps/shop-api/test-support/razorpay-emulator/start-emulator.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { expectPlaced, fillShipping, payButton, shopperAt } from '../support/checkout.ts'
import { testWithPreparedStore } from '../support/own-store.ts'
import { expect } from '../support/test.ts'

const KEYS = { keyId: 'rzp_test_key', keySecret: 'key-secret', webhookSecret: 'webhook-secret' }

const test = testWithPreparedStore(async () => {
  const emulator = await startRazorpayEmulator({ ...KEYS, now: () => new Date() })
  return {
    settings: {
      PAYMENTS: 'razorpay',
      RAZORPAY_URL: emulator.url,
      RAZORPAY_KEY_ID: KEYS.keyId,
      RAZORPAY_KEY_SECRET: KEYS.keySecret,
      RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
      RATE_LIMIT_SCALE: '1000',
    },
    close: () => emulator.close(),
  }
})

for (const method of ['Card', 'UPI', 'Net Banking']) {
  test(`a shopper pays by ${method} on the page of the provider`, async ({ page, request }) => {
    const { api } = await shopperAt(page, request, { path: '/checkout', donuts: 2 })
    await fillShipping(page)
    await page.getByRole('radio', { name: method }).check()
    await expect(page.getByText('you go to the secure page of our payment partner')).toBeVisible()
    // Our page has no fields for the details of a card or an account.
    await expect(page.getByRole('main').locator('input:not([type=radio]), select')).toHaveCount(0)
    expect(await accessibilityViolations(page)).toEqual([])

    await payButton(page).click()
    await expect(page.getByText('Pay ₹178.00. This page plays Razorpay')).toBeVisible()
    await page.getByRole('button', { name: 'Pay' }).click()
    const id = await expectPlaced(page)
    const { purchases } = await api('GET', `/purchases/${api.userId}`)
    expect(purchases).toMatchObject([
      { purchaseId: id, orderStatus: 'CONFIRMED', payment: { state: 'paid' } },
    ])
  })
}

test('a shopper who leaves the page of the provider, and then fails to pay there, can still pay the order', async ({
  page,
  request,
}) => {
  const { api } = await shopperAt(page, request, { path: '/checkout', donuts: 1 })
  await fillShipping(page)
  await payButton(page).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^You left the payment page before you paid\./)
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Pay ₹89 now' }).click()
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^The payment did not go through\./)

  // The purchase history also links to the payment.
  await page.getByRole('main').getByRole('link', { name: 'Purchase History' }).click()
  await page.getByRole('link', { name: /^Pay now/ }).click()
  await page.getByRole('button', { name: 'Pay ₹89 now' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  const id = await expectPlaced(page)
  expect((await api('GET', `/purchases/${api.userId}`)).purchases).toMatchObject([{ purchaseId: id }])
})
