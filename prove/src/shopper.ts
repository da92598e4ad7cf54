import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { claimsOf, PASSWORD, signIn, signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { Shop } from '@nashta/contracts/shop/shop'
import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'

/** The price is in rupees. */
export const DONUT = { productId: 'donut-strawberry-sprinkle', price: 89 }

export type ApiResponse = { status: number; headers: Headers; body: unknown }

export type Shopper = {
  userId: string
  email: string
  accessToken: string
  /** Calls the Shop API as this shopper. */
  call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<ApiResponse>
}

/** Signs up new shoppers through the gateway. */
export function createShoppers(url: string, count: number): Promise<Shopper[]> {
  return Promise.all(Array.from({ length: count }, () => createShopper(url)))
}

export async function createShopper(url: string): Promise<Shopper> {
  return shopperWithToken(url, await signUpShopper(url))
}

/** Returns the same shopper with a new access token. */
export async function signInAgain(url: string, { email }: Pick<Shopper, 'email'>): Promise<Shopper> {
  const { accessToken } = await signIn(url, { email, password: PASSWORD })
  return shopperWithToken(url, { email, accessToken })
}

/** Returns the shopper of an access token. The store at `url` may be another process. */
export function shopperWithToken(
  url: string,
  { email, accessToken }: Pick<Shopper, 'email' | 'accessToken'>,
): Shopper {
  return {
    userId: String(claimsOf(accessToken)['sub']),
    email,
    accessToken,
    call: (method, path, body, headers) =>
      sendJson(`${url}${SHOP_API_BASE}${path}`, {
        method,
        headers: { authorization: `Bearer ${accessToken}`, ...headers },
        body,
      }),
  }
}

type JsonRequest = { method?: string; headers?: Record<string, string>; body?: unknown }

/** Sends a request with a JSON body and parses the JSON of its response. */
export async function sendJson(
  url: string,
  { method = 'GET', headers = {}, body }: JsonRequest = {},
): Promise<ApiResponse> {
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
}

/** The simulator approves this card. */
export const CARD = {
  method: 'card',
  cardNumber: '4242424242424242',
  cardHolderName: 'Asha Rao',
  expiryDate: '12/30',
}

/** The body of the request that orders donuts, by default paid on delivery. */
export function donutOrder(quantity: number, paymentDetails: object = { method: 'cod' }) {
  return {
    items: [{ productId: DONUT.productId, quantity }],
    totalAmount: quantity * DONUT.price,
    paymentDetails,
    shippingAddress: homeAddress,
  }
}

/** Adds a new shopper to the admin group, as `npm run admin` does. */
export async function createAdmin(url: string, dataFolder: string): Promise<Shopper> {
  const shopper = await createShopper(url)
  const poolAdmin = openSqlitePoolAdmin(dataFolder, () => new Date())
  try {
    await poolAdmin.grant(shopper.email)
  } finally {
    await poolAdmin.close()
  }
  // Groups are in the token, so a new sign-in is needed.
  return signInAgain(url, shopper)
}

/** Stores delivery fees in rupees. The orders of proofs go to Karnataka. */
export async function setDeliveryFees(admin: Shopper, fees: { karnataka: number; rest: number }) {
  const { body } = await admin.call('GET', '/shop')
  const { data: shop } = body as { data: Shop }
  const terms = { delivers: true, days: 5, cod: true }
  const delivery = {
    // 29 is the GST code of Karnataka.
    zones: [{ name: 'Karnataka', pincodes: [], states: ['29'], ...terms, fee: fees.karnataka }],
    rest: { ...terms, fee: fees.rest },
  }
  const { status } = await admin.call('PUT', '/admin/shop', { ...shop, delivery })
  if (status !== 200) throw new Error(`the call that stores delivery zones responded ${status}`)
}

/** The item at this index; indexes beyond the end start again at the first item. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('the list is empty')
  return item
}
