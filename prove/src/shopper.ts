import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { claimsOf, PASSWORD, signIn, signUpShopper } from '@nashta/contracts/identity/shopper-account.fixture'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'

export const DONUT = { productId: 'donut-strawberry-sprinkle', price: 89 }

export type Answer = { status: number; headers: Headers; body: unknown }

export type Shopper = {
  userId: string
  email: string
  accessToken: string
  /** Asks the Shop API as that shopper. */
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
}

/** That many shoppers who are signed in, made as their browsers would make them. */
export function shoppersAt(url: string, count: number): Promise<Shopper[]> {
  return Promise.all(Array.from({ length: count }, () => shopperAt(url)))
}

export async function shopperAt(url: string): Promise<Shopper> {
  return shopperWith(url, await signUpShopper(url))
}

/** The same shopper with a new access token. */
export async function signInAgain(url: string, { email }: Pick<Shopper, 'email'>): Promise<Shopper> {
  const { accessToken } = await signIn(url, { email, password: PASSWORD })
  return shopperWith(url, { email, accessToken })
}

/** Somebody who has a token already, at whatever address. */
export function shopperWith(
  url: string,
  { email, accessToken }: Pick<Shopper, 'email' | 'accessToken'>,
): Shopper {
  return {
    userId: String(claimsOf(accessToken)['sub']),
    email,
    accessToken,
    call: (method, path, body, headers) =>
      ask(`${url}${SHOP_API_BASE}${path}`, {
        method,
        headers: { authorization: `Bearer ${accessToken}`, ...headers },
        body,
      }),
  }
}

type Asked = { method?: string; headers?: Record<string, string>; body?: unknown }

/** One request with JSON both ways. */
export async function ask(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null }
}

/** One that the simulated bank approves. */
export const CARD = {
  method: 'card',
  cardNumber: '4242424242424242',
  cardHolderName: 'Asha Rao',
  expiryDate: '12/30',
}

/** What the checkout sends for that many donuts, paid on delivery unless told otherwise. */
export function donuts(quantity: number, paymentDetails: object = { method: 'cod' }) {
  return {
    items: [{ productId: DONUT.productId, quantity }],
    totalAmount: quantity * DONUT.price,
    paymentDetails,
    shippingAddress: homeAddress,
  }
}
