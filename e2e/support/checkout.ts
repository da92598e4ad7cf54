import type { CurrentUser, Tokens } from '@nashta/browser/session/session-store'
import { currentUserRecord, tokensRecord } from '@nashta/browser/session/session-store'
import { tokenExpiryOf } from '@nashta/browser/session/tokens'
import { serialiseRecord } from '@nashta/browser/storage/storage-record'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { APIRequestContext, Page } from '@playwright/test'
import { type Shopper, signedUpShopper, signInByCall } from './shopper.ts'
import { expect } from './test.ts'

export const DONUT = { productId: 'donut-strawberry-sprinkle', name: 'Strawberry Sprinkle Donut', price: 89 }

/** Card numbers of the simulated provider, by what happens to the payment or its refund. */
export const CARDS = {
  approved: '4242424242424242',
  declined: '4000000000000002',
  /** The shopper confirms or refuses the payment on a page of the bank. */
  redirect: '4000000000003220',
  refundSlow: '4000000000007726',
  refundFails: '4000000000005126',
}

/** Opens `path` as a new signed-in shopper whose cart holds this many donuts. */
export async function shopperAt(
  page: Page,
  request: APIRequestContext,
  { path, donuts = 0 }: { path: string; donuts?: number },
) {
  const session = await sessionOf(request, await signedUpShopper(request))
  const api = shopApi(request, session)
  if (donuts > 0) {
    await api('POST', `/carts/${api.userId}`, { productId: DONUT.productId, quantity: donuts })
  }
  await page.addInitScript(
    (records) => {
      for (const [key, text] of records) localStorage.setItem(key, text)
    },
    [
      [currentUserRecord.key, serialiseRecord(currentUserRecord, session.user)],
      [tokensRecord.key, serialiseRecord(tokensRecord, session.tokens)],
    ] as const,
  )
  await page.goto(path)
  return { api }
}

type Session = { user: CurrentUser; tokens: Tokens }

/** The session as the sign-in page stores it. */
async function sessionOf(request: APIRequestContext, shopper: Shopper): Promise<Session> {
  const { email, firstName, lastName } = shopper
  const { userId, accessToken, idToken } = await signInByCall(request, shopper)
  return {
    user: { sub: userId, username: email, email, firstName, lastName },
    tokens: { accessToken, idToken, tokenExpiry: tokenExpiryOf(new Date()) },
  }
}

/** Returns a function that calls the Shop API as this shopper. */
function shopApi(request: APIRequestContext, { user, tokens }: Session) {
  async function call(method: string, path: string, data?: object) {
    const response = await request.fetch(`${SHOP_API_BASE}${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens.accessToken}` },
      ...(data && { data }),
    })
    expect(response.ok(), await response.text()).toBe(true)
    return (await response.json()).data
  }
  return Object.assign(call, { userId: user.sub, accessToken: tokens.accessToken })
}

/** The request body of an order that is paid on delivery. */
export const aPurchaseOf = (donuts: number) => ({
  items: [{ productId: DONUT.productId, quantity: donuts }],
  totalAmount: donuts * DONUT.price,
  paymentDetails: { method: 'cod' },
  shippingAddress: homeAddress,
})

/** Fills in the shipping step of the checkout, and continues to the payment step. */
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

/** Waits for the success page, and returns the id of the order. */
export async function expectPlaced(page: Page) {
  await expect(page.getByRole('heading', { name: 'Order Placed Successfully!' })).toBeVisible()
  return new URL(page.url()).searchParams.get('order') ?? ''
}
