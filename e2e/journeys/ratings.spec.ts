import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import type { APIRequestContext } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { CARDS, DONUT } from '../support/checkout.ts'
import { openDesk, openScreen, placeOrders, test } from '../support/desk.ts'
import { newOperator } from '../support/own-store.ts'
import { signIn, signInByCall } from '../support/shopper.ts'
import { expect } from '../support/test.ts'

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

test('a buyer rates a snack with a picture, the desk hides it with a reason, and the buyer objects', async ({
  page,
  request,
  browser,
  store,
}) => {
  const { ids, shopper } = await placeOrders(request, { card: CARDS.approved, name: 'Asha Rao' })
  const orderId = ids[0] ?? ''
  const manager = await newOperator(request, store.dataFolder, 'manager')
  const { accessToken } = await signInByCall(request, manager)
  await deliver(request, accessToken, orderId)

  await page.goto(`/purchase-history/${orderId}`)
  await signIn(page, shopper)
  await page.getByRole('link', { name: /Rate it/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Ratings' })).toBeVisible()
  await page.getByRole('button', { name: 'Save my rating' }).click()
  await expect(page.getByText('Please choose 1 to 5 stars')).toBeVisible()
  await page.getByRole('radio', { name: '4 of 5 stars Good' }).check()
  await page
    .getByRole('textbox', { name: /What would you tell/ })
    .fill('Soft, and the sprinkles are generous.')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'donut.png', mimeType: 'image/png', buffer: PIXEL })
  await page.getByRole('checkbox', { name: /Show my first name/ }).check()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save my rating' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Your rating is saved' })).toBeVisible()
  const shown = page.getByRole('article', { name: 'Rating by Asha' })
  await expect(shown).toContainText('Bought here')
  await expect(shown.getByRole('img')).toHaveCount(1)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await page.goto(`/product/${DONUT.productId}`)
  await page.getByRole('link', { name: '★ 4.0 (1)' }).click()
  await expect(page.getByRole('article', { name: 'Rating by Asha' })).toBeVisible()

  const desk = await (await browser.newContext()).newPage()
  await openDesk(desk, manager)
  await openScreen(desk, 'Ratings')
  await expect(desk.getByText('Soft, and the sprinkles are generous.')).toBeVisible()
  await desk.getByRole('button', { name: 'Hide' }).click()
  await desk.getByRole('radio', { name: 'It is not about the snack' }).check()
  expect(await accessibilityViolations(desk)).toEqual([])
  await desk.getByRole('button', { name: 'Hide it' }).click()
  await expect(desk.getByText('No ratings yet')).toBeVisible()
  await expect
    .poll(async () => (await request.get(`${new URL(page.url()).origin}/dev/mailbox/messages`)).text())
    .toContain(`Your rating of ${DONUT.name} is hidden`)

  await page.goto('/about')
  await page.goto(`/product/${DONUT.productId}#rate`)
  await expect(page.getByText('Your rating is hidden: It is not about the snack.')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Rating by Asha' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Object' }).click()
  await page.getByRole('textbox', { name: 'Why should it be shown?' }).fill('It is about the sprinkles.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(/We read your objection G-/)).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await desk.getByRole('button', { name: 'Hidden' }).click()
  await expect(desk.getByText('The buyer objects')).toBeVisible()
  await expect(desk.getByRole('button', { name: /Picture 1 of the rating/ })).toBeVisible()
  expect(await accessibilityViolations(desk)).toEqual([])
  await desk.getByRole('button', { name: 'Show again' }).click()
  await expect(desk.getByText('No rating is hidden')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article', { name: 'Rating by Asha' })).toBeVisible()
  await desk.context().close()
})

test('mails that ask for ratings end by a link, and the rules are among the terms', async ({ page }) => {
  await page.goto(`/product/${DONUT.productId}#stop=none`)
  await page.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(page.getByText('This link does not work. Please check that it is complete.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Our rules' }).click()
  await expect(page.getByRole('heading', { name: 'Ratings' })).toBeVisible()
})

async function deliver(request: APIRequestContext, accessToken: string, orderId: string) {
  for (const orderStatus of ['SHIPPED', 'DELIVERED']) {
    const response = await request.put(`${SHOP_API_BASE}/purchases/order/${orderId}/status`, {
      headers: { authorization: `Bearer ${accessToken}` },
      data: { orderStatus },
    })
    expect(response.status()).toBe(200)
  }
}
