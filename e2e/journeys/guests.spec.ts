import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { APIRequestContext, Page } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { DONUT, fillShipping, payButton } from '../support/checkout.ts'
import { withPictures } from '../support/chromium.ts'
import { openDesk, toast } from '../support/desk.ts'
import { makeNavigationWait } from '../support/interactive.ts'
import { ONCE } from '../support/once.ts'
import { createAdminToken, newOperator, testWithOwnStore } from '../support/own-store.ts'
import { fillSignUp, mailedCode, mailedLink, newShopper } from '../support/shopper.ts'
import { expect } from '../support/test.ts'

const test = testWithOwnStore({ GUEST_CHECKOUT: 'true', RATE_LIMIT_SCALE: '1000' })

test.use({ launchOptions: withPictures })

const GUEST_ORDERS = /\/api\/guest-orders/
const ORDER_LINK = /\/orders\/(?<token>[\w-]+)/
const ORDER_ID_LENGTH = 26
const PHOTOS = ['treats-macarons-1.webp', 'chips-magic-masala-1.webp', 'chips-peri-peri-1.webp'].map((name) =>
  join(import.meta.dirname, '../../catalogue/pictures', name),
)
const TEXT_FILE = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture') }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

test.describe('on a phone', { tag: ONCE }, () => {
  test.use(phone)

  test('a guest orders, follows the order by its link, and adds it to a new account', async ({
    page,
    request,
    store,
    browser,
  }) => {
    const shopper = newShopper()
    await addDonut(page)
    await page.goto('/checkout')
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(page.getByLabel('Email *')).toBeFocused()
    expect(await accessibilityViolations(page)).toEqual([])
    await fillGuestShipping(page, shopper.email)
    await payOnDelivery(page)
    await expect(page.getByRole('heading', { name: 'Order Placed Successfully!' })).toBeVisible()
    await expect(page.getByText('You can follow your order by the link in the mail')).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Order Placed Successfully!' })).toBeVisible()
    await page.goto('/checkout')
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()

    // The guest opens the link on another device, without cookies and storage.
    const otherDevice = await browser.newContext({ ...phone, baseURL: store.url })
    const otherPage = makeNavigationWait(await otherDevice.newPage())
    const link = await mailedLink(request, shopper.email, 'is confirmed')
    expect(link).toMatch(ORDER_LINK)
    await otherPage.goto(link)
    await expect(otherPage.getByText('CONFIRMED', { exact: true })).toBeVisible()
    await expect(otherPage.getByText(`${homeAddress.city} - ${homeAddress.pincode}`)).toBeVisible()
    // The page of the link does not show the street.
    await expect(otherPage.getByText(homeAddress.addressLine1)).toHaveCount(0)
    expect(await accessibilityViolations(otherPage)).toEqual([])
    // The token begins with the id of the order.
    const orderId = ORDER_LINK.exec(link)?.groups?.['token']?.slice(0, ORDER_ID_LENGTH) ?? ''
    await deliver(request, store.dataFolder, orderId)
    await otherPage.reload()
    await expect(otherPage.getByText('DELIVERED', { exact: true }).first()).toBeVisible()
    await expect(otherPage.getByRole('button', { name: 'Print receipt' })).toBeVisible()
    await otherPage.getByRole('button', { name: 'Order again' }).click()
    await expect(otherPage.getByText('✓ Added to your cart')).toBeVisible()
    await expect(otherPage.getByRole('button', { name: 'Shopping Cart (1)' })).toBeVisible()

    await otherPage.getByRole('button', { name: 'Get help with this order' }).click()
    await otherPage.getByLabel('What is wrong?').selectOption('Something is missing')
    await otherPage.getByLabel('Tell us more').fill('One donut was not in the box')
    expect(await accessibilityViolations(otherPage)).toEqual([])
    await otherPage.getByRole('button', { name: 'Send' }).click()
    await expect(otherPage.getByText('We have it')).toBeVisible()

    await otherPage.getByRole('link', { name: 'Create an account' }).click()
    await fillSignUp(otherPage, shopper)
    await otherPage.getByRole('button', { name: 'Create account' }).click()
    // Four mails came before the code: order confirmed, shipped, delivered, and request for help received.
    const code = await mailedCode(request, shopper.email, { mails: 5 })
    await otherPage.getByLabel('Confirmation code').fill(code)
    await otherPage.getByRole('button', { name: 'Confirm Email' }).click()
    await expect(otherPage).toHaveURL(ORDER_LINK)
    await otherPage.getByRole('button', { name: 'Add to my account' }).click()
    await expect(otherPage).toHaveURL(new RegExp(`/purchase-history/${orderId}$`))
    await expect(otherPage.getByText(homeAddress.addressLine1)).toBeVisible()
    await otherPage.goto('/purchase-history')
    await expect(otherPage.getByRole('article')).toHaveCount(1)
    await otherPage.goto(link)
    await expect(otherPage.getByText('Add this order to your account')).toHaveCount(0)
    await otherDevice.close()
  })

  test('a guest sends two pictures of a damaged parcel, and reads the reply of the shop by the link', async ({
    page,
    request,
    store,
    browser,
  }) => {
    const token = await placeGuestOrder(request)
    await page.goto(`/orders/${token}`)
    await page.getByRole('button', { name: 'Get help with this order' }).click()
    await page.getByLabel('What is wrong?').selectOption('Something is damaged')
    await page.getByLabel('Tell us more').fill('The box was open')
    await page.getByLabel('Add pictures').setInputFiles(TEXT_FILE)
    await expect(page.getByRole('alert').filter({ hasText: 'notes.txt is not a JPEG' })).toBeVisible()
    await page.getByLabel('Add pictures').setInputFiles(PHOTOS)
    await page.getByRole('button', { name: 'Remove picture 3' }).click()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('We have it')).toBeVisible()
    const ownPictures = page.getByRole('list', { name: 'Your pictures' }).getByRole('button')
    await expect(ownPictures).toHaveCount(2)
    // A file that only claims to be a picture is refused, and the pictures that were sent before stay.
    await page.getByLabel('Add pictures').setInputFiles({ ...TEXT_FILE, mimeType: 'image/png' })
    await expect(page.getByRole('alert').filter({ hasText: 'notes.txt is not a JPEG' })).toBeVisible()
    await expect(ownPictures).toHaveCount(2)

    const office = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: store.url })
    const desk = await office.newPage()
    await openDesk(desk, await newOperator(request, store.dataFolder, 'manager'), '/desk/tickets')
    await desk.getByRole('link').filter({ hasText: 'The box was open' }).click()
    const picturesAtDesk = desk.getByRole('list', { name: 'Pictures' }).getByRole('button')
    await expect(picturesAtDesk).toHaveCount(2)
    expect(await accessibilityViolations(desk)).toEqual([])
    await picturesAtDesk.first().click()
    const large = desk.getByRole('dialog').getByRole('img')
    await expect(large).toBeVisible()
    const readWidth = () => large.evaluate((image: HTMLImageElement) => image.naturalWidth)
    await expect.poll(readWidth).toBeGreaterThan(0)
    await desk.keyboard.press('Escape')
    await desk.getByLabel(/^Answer to/).fill('A new box comes tomorrow')
    await desk.getByRole('button', { name: 'Send the answer' }).click()
    await expect(toast(desk, 'Answered, and mailed to the shopper')).toBeVisible()
    await office.close()

    await page.reload()
    await expect(page.getByText('A new box comes tomorrow')).toBeVisible()
    await ownPictures.last().click()
    await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('Back, Forward and a reload at the checkout keep what a guest has typed', async ({ page }) => {
    const email = 'guest.back@example.in'
    await addDonut(page)
    await page.goto('/checkout')
    await fillGuestShipping(page, email)
    await page.getByRole('radio', { name: 'UPI' }).check()
    await page.getByLabel('UPI ID *').fill('guest@bank')

    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Shipping Address' })).toBeVisible()
    await expect(page.getByLabel('Email *')).toHaveValue(email)
    await page.reload()
    await expect(page.getByLabel('Email *')).toHaveValue(email)
    await expect(page.getByLabel('Address Line 1 *')).toHaveValue(homeAddress.addressLine1)
    await page.goForward()
    await expect(page.getByLabel('UPI ID *')).toHaveValue('guest@bank')
    await page.reload()
    await expect(page.getByLabel('UPI ID *')).toHaveValue('guest@bank')

    await payOnDelivery(page)
    await expect(page.getByRole('heading', { name: 'Order Placed Successfully!' })).toBeVisible()
  })

  test('a guest order is placed once although its response is lost', async ({ page, request }) => {
    const email = `guest.${randomUUID().slice(0, 8)}@example.in`
    await addDonut(page)
    await page.goto('/checkout')
    await fillGuestShipping(page, email)
    // The first request places the order, but its response is lost. Later requests do not reach the store.
    let attempts = 0
    await page.route(GUEST_ORDERS, async (route) => {
      attempts += 1
      if (attempts === 1) await route.fetch()
      await route.abort()
    })
    await payOnDelivery(page)
    await expect(page.getByText('Checking your order...')).toBeVisible()
    await page.unroute(GUEST_ORDERS)
    // After the reload, the page finds the order by the idempotency key that it has stored.
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Order Placed Successfully!' })).toBeVisible()
    await mailedLink(request, email, 'is confirmed')
    await page.goto('/checkout')
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    // Each order sends one mail, so one mail means one order.
    const mails = await request.get(`/dev/mailbox/messages?to=${email}`)
    expect((await mails.json()).messages).toHaveLength(1)
  })
})

test(
  'only the link in the mail confirms a first cash order: the page after the checkout has no button for it',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const authorization = `Bearer ${await createAdminToken(request, store.dataFolder)}`
    const { data: shop } = await (await request.get('/api/shop')).json()
    const stored = await request.put('/api/admin/shop', {
      headers: { authorization },
      data: { ...shop, confirmFirstCashOrders: true },
    })
    expect(stored.ok(), await stored.text()).toBe(true)

    const email = `guest.${randomUUID().slice(0, 8)}@example.in`
    await addDonut(page)
    await page.goto('/checkout')
    await fillGuestShipping(page, email)
    await payOnDelivery(page)
    await expect(page.getByRole('heading', { name: 'Please confirm your order' })).toBeVisible()
    await expect(page.getByText('We have sent you a mail.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Confirm this order' })).toHaveCount(0)
    expect(await accessibilityViolations(page)).toEqual([])

    await page.goto(await mailedLink(request, email, 'Please confirm'))
    await page.getByRole('button', { name: 'Confirm this order' }).click()
    await expect(page.getByRole('heading', { name: 'Your order is confirmed' })).toBeVisible()
    await expect(page.getByText('CONFIRMED', { exact: true })).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
  },
)

async function addDonut(page: Page) {
  await page.goto(`/product/${DONUT.productId}`)
  await page.getByRole('button', { name: 'ADD TO CART' }).first().click()
  await expect(page.getByRole('button', { name: 'Shopping Cart (1)' })).toBeVisible()
}

/** Places an order as a guest with a call of the Shop API. Resolves to the token of its link. */
async function placeGuestOrder(request: APIRequestContext): Promise<string> {
  const response = await request.post('/api/guest-orders', {
    headers: { 'idempotency-key': randomUUID() },
    data: {
      items: [{ productId: DONUT.productId, quantity: 1 }],
      totalAmount: DONUT.price,
      paymentDetails: { method: 'cod' },
      shippingAddress: homeAddress,
      email: `guest.${randomUUID().slice(0, 8)}@example.in`,
    },
  })
  return (await response.json()).data.token
}

async function fillGuestShipping(page: Page, email: string) {
  await page.getByLabel('Email *').fill(email)
  await fillShipping(page)
}

async function payOnDelivery(page: Page) {
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
  await payButton(page).click()
}

/** Delivers the order with an operator's calls. */
async function deliver(request: APIRequestContext, dataFolder: string, orderId: string) {
  const authorization = `Bearer ${await createAdminToken(request, dataFolder)}`
  for (const orderStatus of ['SHIPPED', 'DELIVERED']) {
    const response = await request.put(`/api/purchases/order/${orderId}/status`, {
      headers: { authorization },
      data: { orderStatus },
    })
    expect(response.ok(), await response.text()).toBe(true)
  }
}
