import { startRazorpayEmulator } from '../../../apps/shop-api/test-support/razorpay-emulator/start-emulator.ts'
import { accessibilityViolations } from '../../support/axe.ts'
import { expectPlaced, fillShipping, payButton, shopperAt } from '../../support/checkout.ts'
import { openDesk, toast } from '../../support/desk.ts'
import { ONCE } from '../../support/once.ts'
import { newOperator, testWithPreparedStore } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

const KEYS = { keyId: 'rzp_test_key', keySecret: 'key-secret', webhookSecret: 'webhook-secret' }

const test = testWithPreparedStore(async () => {
  const emulator = await startRazorpayEmulator({ ...KEYS, now: () => new Date() })
  return {
    settings: { RAZORPAY_URL: emulator.url, RATE_LIMIT_SCALE: '1000' },
    close: () => emulator.close(),
  }
})

test(
  'an owner writes the keys of Razorpay, which are tried first and never shown, and a shopper pays with it',
  { tag: ONCE },
  async ({ browser, page, request, store }) => {
    await openDesk(page, await newOperator(request, store.dataFolder), '/desk/settings')
    const form = page.getByRole('form', { name: 'Keys of Razorpay' })
    await form.getByLabel('Key id').fill(KEYS.keyId)
    await form.getByLabel('Key secret', { exact: true }).fill('mistyped')
    await form.getByLabel('Webhook secret', { exact: true }).fill(KEYS.webhookSecret)
    await form.getByRole('button', { name: 'Try and save the keys' }).click()
    await expect(form.getByRole('alert')).toBeVisible()
    await expect(form.getByLabel('Key id')).toHaveValue(KEYS.keyId)
    expect(await accessibilityViolations(page)).toEqual([])

    await form.getByLabel('Key secret', { exact: true }).fill(KEYS.keySecret)
    await form.getByRole('button', { name: 'Try and save the keys' }).click()
    await expect(toast(page, 'Razorpay accepts the keys')).toBeVisible()
    await page.reload()
    await expect(page.getByText(`Takes payments with the key ${KEYS.keyId}`)).toBeVisible()
    await expect(form.getByLabel('Key secret', { exact: true })).toHaveValue('')
    expect(await page.content()).not.toContain(KEYS.keySecret)

    const shop = await browser.newPage({ baseURL: store.url })
    const { api } = await shopperAt(shop, request, { path: '/checkout', donuts: 2 })
    await fillShipping(shop)
    await shop.getByRole('radio', { name: 'Card' }).check()
    await payButton(shop).click()
    await shop.getByRole('button', { name: 'Pay' }).click()
    const id = await expectPlaced(shop)
    expect(await api('GET', `/purchases/order/${id}`)).toMatchObject({ orderStatus: 'CONFIRMED' })

    await page.getByRole('button', { name: 'Take no new payments with Razorpay' }).click()
    await expect(toast(page, 'Razorpay takes no new payments')).toBeVisible()
  },
)
