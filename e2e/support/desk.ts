import { randomUUID } from 'node:crypto'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { APIRequestContext, Page } from '@playwright/test'
import { DONUT } from './checkout.ts'
import { newOperator, testWithOwnStore } from './own-store.ts'
import { type Shopper, signedUpShopper, signIn, signInByCall } from './shopper.ts'
import { expect } from './test.ts'

/**
 * For journeys at the desk of a separate store, where operators confirm UPI payments by hand. A
 * journey fails when a script throws, or when React or the content security policy prints a
 * message. Other messages are allowed, because Chromium prints one for each refused call.
 */
export const test = testWithOwnStore({
  RATE_LIMIT_SCALE: '1000',
  PAYMENTS: 'upi,simulator',
  UPI_VPA: 'snacks@bank',
  UPI_NAME: 'Asha Snacks',
}).extend<{ cleanConsole: void }>({
  cleanConsole: [
    async ({ page }, use) => {
      const messages: string[] = []
      page.on('pageerror', (error) => messages.push(String(error)))
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted|React|Warning/.test(message.text()))
          messages.push(message.text())
      })
      await use()
      expect(messages, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

/** Opens a page of the desk, and signs in. */
export async function openDesk(page: Page, operator: Pick<Shopper, 'email' | 'password'>, path = '/desk/') {
  await page.goto(path)
  await expect(signInHeading(page)).toBeVisible()
  await signIn(page, operator)
  await expect(signInHeading(page)).toBeHidden()
}

/** Opens a screen by the navigation. On a phone, most screens stand behind the button More. */
export async function openScreen(page: Page, name: string) {
  const link = page.getByRole('link', { name, exact: true })
  if (!(await link.isVisible())) await page.getByRole('button', { name: 'More', exact: true }).click()
  await link.click()
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
/** The heading that the desk has only until an operator signs in. */
export const signInHeading = (page: Page) => heading(page, 'The desk')
/** The order number that pages show for an order id. */
export const orderNumberOf = (id = '') => id.slice(-8).toUpperCase()
/** The links that `j` and `k` move between, one in each row of a list. */
export const rows = (page: Page) => page.locator('[data-row]')
export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** The ids of two products of the demo catalogue. */
export const TWO_PRODUCTS = ['donut-strawberry-sprinkle', 'nuts-royal-mix']

export type PlaceOrdersOptions = {
  count?: number
  method?: 'cod' | 'upi'
  /** A card number of the simulated provider. The order is then paid by card, not by `method`. */
  card?: string
  products?: readonly string[]
  /** The name in the address of each order; without it, a name that no other order has. */
  name?: string
}

/**
 * Places orders for a new shopper with calls of the Shop API. For an order by UPI, also claims that
 * it is paid.
 */
export async function placeOrders(
  request: APIRequestContext,
  {
    count = 1,
    method = 'cod',
    card,
    products = [DONUT.productId],
    name = newName(),
  }: PlaceOrdersOptions = {},
) {
  const shopper = await signedUpShopper(request)
  const { userId, accessToken } = await signInByCall(request, shopper)
  const call = createShopCall(request, accessToken)
  let totalAmount = 0
  for (const id of products) totalAmount += (await call('GET', `/products/${id}`)).price
  const ids: string[] = []
  const references: string[] = []
  for (let index = 0; index < count; index += 1) {
    const body = {
      items: products.map((productId) => ({ productId, quantity: 1 })),
      totalAmount,
      paymentDetails: paymentOf(method, card),
      shippingAddress: { ...homeAddress, fullName: name },
    }
    const { purchaseId } = await call('POST', `/purchases/${userId}`, body)
    ids.push(purchaseId)
    if (method === 'upi') {
      const reference = `4021${index}`
      await call('POST', `/purchases/order/${purchaseId}/paid`, { reference })
      references.push(reference)
    }
  }
  return { ids, references, name, shopper, totalAmount }
}

function newName() {
  return `Meera ${randomUUID().slice(0, 8)}`
}

function paymentOf(method: 'cod' | 'upi', card: string | undefined) {
  if (card !== undefined)
    return { method: 'card', cardNumber: card, cardHolderName: 'Meera', expiryDate: '12/29' }
  // `hosted` is a method whose details are not typed on our page.
  return method === 'upi' ? { method: 'hosted', choice: method } : { method }
}

/** Returns a function that calls the Shop API as a new admin. */
export async function adminApi(request: APIRequestContext, dataFolder: string) {
  const { accessToken } = await signInByCall(request, await newOperator(request, dataFolder))
  return createShopCall(request, accessToken)
}

function createShopCall(request: APIRequestContext, accessToken: string) {
  return async (method: string, path: string, data?: object) => {
    const response = await request.fetch(`${SHOP_API_BASE}${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, [IDEMPOTENCY_KEY_HEADER]: randomUUID() },
      ...(data && { data }),
    })
    expect(response.ok(), await response.text()).toBe(true)
    return (await response.json()).data
  }
}
