import type { CurrentUser, Tokens } from '@nashta/browser/session/session-store'
import { currentUserRecord, tokensRecord } from '@nashta/browser/session/session-store'
import { tokenExpiryOf } from '@nashta/browser/session/tokens'
import { writeRecord } from '@nashta/browser/storage/storage-record'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { IDENTITY_GATEWAY_BASE } from '@nashta/contracts/identity/identity-gateway'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import { initiateAuth } from '@nashta/contracts/identity/user-pool'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { APIRequestContext, Page } from '@playwright/test'
import { type Shopper, signedUpShopper } from './shopper.ts'
import { expect } from './test.ts'

export const DONUT = { productId: 'donut-strawberry-sprinkle', name: 'Strawberry Sprinkle Donut', price: 89 }

/** A shopper who is signed in when `path` opens, and whose cart holds that many donuts. */
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
      [currentUserRecord.key, writeRecord(currentUserRecord, session.user)],
      [tokensRecord.key, writeRecord(tokensRecord, session.tokens)],
    ] as const,
  )
  await page.goto(path)
  return { api }
}

type Session = { user: CurrentUser; tokens: Tokens }

/** As the page of signing in would keep it. */
async function sessionOf(request: APIRequestContext, shopper: Shopper): Promise<Session> {
  const { email, password, firstName, lastName } = shopper
  const answer = await request.post(IDENTITY_GATEWAY_BASE, {
    headers: {
      'content-type': IDENTITY_CONTENT_TYPE,
      [TARGET_HEADER]: initiateAuth.target,
      'sec-fetch-site': 'same-origin',
    },
    data: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { AuthenticationResult: tokens } = initiateAuth.answer.parse(await answer.json())
  const [accessToken, idToken] = [tokens?.AccessToken ?? '', tokens?.IdToken ?? '']
  const { sub } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
  return {
    user: { sub, username: email, email, firstName, lastName },
    tokens: { accessToken, idToken, tokenExpiry: tokenExpiryOf(new Date()) },
  }
}

/** Asks the Shop API as that shopper. */
function shopApi(request: APIRequestContext, { user, tokens }: Session) {
  async function call(method: string, path: string, data?: object) {
    const answer = await request.fetch(`${SHOP_API_BASE}${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens.accessToken}` },
      ...(data && { data }),
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()).data
  }
  return Object.assign(call, { userId: user.sub })
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
