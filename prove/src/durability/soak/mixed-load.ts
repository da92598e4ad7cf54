import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { ACCOUNT_LIMITS } from '@nashta/contracts/api/rate-limits'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { DONUT, donuts, type Shopper, signInAgain } from '../../shopper.ts'

export const CONNECTIONS = 64

type Sent = { method?: string; path: string; token?: string; body?: object }

/** Half as often as one account may: on a machine so fast that more would be due, nobody is refused. */
const SIGN_IN_EVERY_MS = (2 * ACCOUNT_LIMITS.signIn.perSeconds * 1000) / ACCOUNT_LIMITS.signIn.limit

/** Who is asking, with the token they have now. */
type Visitor = Pick<Shopper, 'userId' | 'email'> & { token: string; mayReturnAt: number }

type Ask = { often: number; ask: (visitor: Visitor) => Promise<number> }

/** What people do in a snack store, about as often as they do it. */
export function mixedLoad(url: string, shoppers: readonly Shopper[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const visitors: Visitor[] = shoppers.map(({ userId, email, accessToken }) => ({
    userId,
    email,
    token: accessToken,
    mayReturnAt: 0,
  }))
  const send = (sent: Sent) => statusOf(agent, url, sent)
  const api = (sent: Sent) => send({ ...sent, path: `${SHOP_API_BASE}${sent.path}` })

  function lookIntoCart({ userId, token }: Visitor) {
    return api({ path: `/carts/${userId}`, token })
  }

  async function comeBack(visitor: Visitor) {
    const now = performance.now()
    if (now < visitor.mayReturnAt) return lookIntoCart(visitor)
    visitor.mayReturnAt = now + SIGN_IN_EVERY_MS
    visitor.token = (await signInAgain(url, visitor)).accessToken
    return 200
  }

  const asks: Ask[] = [
    { often: 80, ask: () => send({ path: '/' }) },
    { often: 60, ask: () => send({ path: `/product/${DONUT.productId}` }) },
    { often: 60, ask: () => send({ path: '/collections/allproducts' }) },
    { often: 60, ask: () => api({ path: '/products' }) },
    { often: 60, ask: () => api({ path: `/products/${DONUT.productId}` }) },
    { often: 50, ask: () => api({ path: '/products?search=choclate' }) },
    { often: 50, ask: lookIntoCart },
    {
      often: 40,
      ask: ({ userId, token }) =>
        api({ method: 'POST', path: `/carts/${userId}`, token, body: { ...DONUT, quantity: 1 } }),
    },
    // Carts stay small: there is a largest quantity.
    {
      often: 10,
      ask: ({ userId, token }) =>
        api({ method: 'DELETE', path: `/carts/${userId}/items/${DONUT.productId}`, token }),
    },
    {
      often: 20,
      ask: ({ userId, token }) =>
        api({ method: 'POST', path: `/purchases/${userId}`, token, body: donuts(1) }),
    },
    { often: 1, ask: comeBack },
  ]
  const turns = asks.flatMap(({ often, ask }) => Array.from({ length: often }, () => ask))

  return {
    /** Resolves with the status of the answer. */
    next(): Promise<number> {
      const ask = turns[Math.floor(Math.random() * turns.length)] as Ask['ask']
      return ask(visitors[Math.floor(Math.random() * visitors.length)] as Visitor)
    },
    close: () => agent.destroy(),
  }
}

export type MixedLoad = ReturnType<typeof mixedLoad>

function statusOf(agent: Agent, url: string, { method = 'GET', path, token, body }: Sent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const sent = request(`${url}${path}`, {
    agent,
    method,
    headers: {
      'accept-encoding': 'br',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { [IDEMPOTENCY_KEY_HEADER]: randomUUID() }),
      ...(body && { 'content-type': 'application/json' }),
    },
  })
  sent.on('response', (answer) => {
    answer.resume()
    answer.on('end', () => resolve(answer.statusCode ?? 0))
    answer.on('error', reject)
  })
  sent.on('error', reject)
  sent.end(body && JSON.stringify(body))
  return promise
}
