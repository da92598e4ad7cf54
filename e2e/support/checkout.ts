import { SHOP_API_BASE } from '@nashta/contracts/endpoint'
import { homeAddress } from '@nashta/contracts/shipping-address.fixture'
import { currentUserRecord, tokensRecord } from '@nashta/contracts/storage-records'
import type { APIRequestContext, Page } from '@playwright/test'
import { signedUpShopper, signIn } from './shopper.ts'
import { expect } from './test.ts'

export const DONUT = { productId: 'donut-strawberry-sprinkle', name: 'Strawberry Sprinkle Donut', price: 89 }

/** A shopper who has signed in at `path`, and whose cart holds that many donuts. */
export async function shopperAt(
  page: Page,
  request: APIRequestContext,
  { path, donuts = 0 }: { path: string; donuts?: number },
) {
  const shopper = await signedUpShopper(request)
  await page.goto('/signin?next=%2Fpurchase-history')
  await signIn(page, shopper)
  await expect(page.getByRole('heading', { name: 'No Orders Yet' })).toBeVisible()
  const api = await shopApi(page, request)
  if (donuts > 0) {
    await api('POST', `/carts/${api.userId}`, { productId: DONUT.productId, quantity: donuts })
  }
  await page.goto(path)
  return { shopper, api }
}

/** Asks the Shop API as the shopper of that page. */
export async function shopApi(page: Page, request: APIRequestContext) {
  const [user, tokens] = await page.evaluate(
    (keys) => keys.map((key) => JSON.parse(localStorage.getItem(key) ?? '{}').data),
    [currentUserRecord.key, tokensRecord.key],
  )
  async function call(method: string, path: string, data?: object) {
    const answer = await request.fetch(`${SHOP_API_BASE}${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens.accessToken}` },
      ...(data && { data }),
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()).data
  }
  return Object.assign(call, { userId: String(user.sub) })
}

export const aPurchaseOf = (donuts: number) => ({
  items: [{ productId: DONUT.productId, quantity: donuts }],
  totalAmount: donuts * DONUT.price,
  paymentDetails: { method: 'cod' },
  shippingAddress: homeAddress,
})

export async function fillShipping(page: Page) {
  for (const [label, value] of [
    ['Full Name *', homeAddress.fullName],
    ['Address Line 1 *', homeAddress.addressLine1],
    ['City *', homeAddress.city],
    ['State *', homeAddress.state],
    ['Pincode *', homeAddress.pincode],
    ['Phone Number *', homeAddress.phoneNumber],
  ] as const) {
    await page.getByLabel(label).fill(value)
  }
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeFocused()
}

export async function payByCard(page: Page, number: string) {
  await page.getByLabel('Card Number *').fill(number)
  await page.getByLabel('Cardholder Name *').fill('Asha Rao')
  await page.getByLabel('Expiry Date *').fill('1230')
  await page.getByLabel('CVV *').fill('987')
  await payButton(page).click()
}

export function payButton(page: Page) {
  return page.getByRole('button', { name: /^Pay ₹/ })
}

export async function expectPlaced(page: Page) {
  await expect(page.getByRole('heading', { name: 'Order Placed Successfully!' })).toBeVisible()
  return new URL(page.url()).searchParams.get('order') ?? ''
}
