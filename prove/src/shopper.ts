import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { IDENTITY_GATEWAY_BASE } from '@nashta/contracts/identity/identity-gateway'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import { confirmSignUp, initiateAuth, signUp } from '@nashta/contracts/identity/user-pool'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'

export const PASSWORD = 'marigold-tea'
export const DONUT = { productId: 'donut-strawberry-sprinkle', price: 89 }

const LOOK_EVERY_MS = 50
const LOOKS_MAX = 600

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
  const email = `asha.${randomUUID()}@example.in`
  await callIdentity(url, signUp.target, {
    Username: email,
    Password: PASSWORD,
    UserAttributes: [{ Name: 'email', Value: email }],
    ClientMetadata: { termsVersion: '2026-01-01' },
  })
  const ConfirmationCode = await mailedCode(url, email)
  await callIdentity(url, confirmSignUp.target, { Username: email, ConfirmationCode })
  return shopperWith(url, { email, accessToken: await signIn(url, email) })
}

/** A new access token of a shopper who is known. */
export async function signIn(url: string, email: string): Promise<string> {
  const { AuthenticationResult: tokens } = initiateAuth.answer.parse(
    await callIdentity(url, initiateAuth.target, {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD },
    }),
  )
  return tokens?.AccessToken ?? ''
}

/** Somebody who has a token already, at whatever address. */
export function shopperWith(
  url: string,
  { email, accessToken }: Pick<Shopper, 'email' | 'accessToken'>,
): Shopper {
  const { sub } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as {
    sub: string
  }
  return {
    userId: sub,
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

async function callIdentity(url: string, target: string, body: object) {
  const answer = await ask(`${url}${IDENTITY_GATEWAY_BASE}`, {
    method: 'POST',
    headers: {
      'content-type': IDENTITY_CONTENT_TYPE,
      [TARGET_HEADER]: target,
      'sec-fetch-site': 'same-origin',
    },
    body,
  })
  if (answer.status !== 200) throw new Error(`${target} answered ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function mailedCode(url: string, email: string) {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const { body } = await ask(`${url}/dev/mailbox/messages?to=${encodeURIComponent(email)}`)
    const { messages } = body as { messages: { subject: string }[] }
    const code = /\d{6}/.exec(messages[0]?.subject ?? '')?.[0]
    if (code) return code
    await wait(LOOK_EVERY_MS)
  }
  throw new Error(`no code was mailed to ${email}`)
}
