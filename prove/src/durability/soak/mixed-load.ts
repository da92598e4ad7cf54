import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { ACCOUNT_LIMITS } from '@nashta/contracts/api/rate-limits'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { DONUT, donutOrder, type Shopper, signInAgain, itemAt } from '../../shopper.ts'

export const CONNECTIONS = 64

type RequestOptions = { method?: string; path: string; token?: string; body?: object }

/** Half as often as the limit of one account allows, so that no sign-in is refused on a fast machine. */
const SIGN_IN_EVERY_MS = (2 * ACCOUNT_LIMITS.signIn.perSeconds * 1000) / ACCOUNT_LIMITS.signIn.limit

/**
 * A shopper with the current access token. The shopper does not sign in again before
 * `nextSignInAt`, a time of `performance.now()`.
 */
type Visitor = Pick<Shopper, 'userId' | 'email'> & { token: string; nextSignInAt: number }

type Action = { weight: number; perform: (visitor: Visitor) => Promise<number> }

/** Sends random requests of shoppers. Each kind has a weight, by how often shoppers send it. */
export function createMixedLoad(url: string, shoppers: readonly Shopper[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const visitors: Visitor[] = shoppers.map(({ userId, email, accessToken }) => ({
    userId,
    email,
    token: accessToken,
    nextSignInAt: 0,
  }))
  const send = (options: RequestOptions) => sendRequest(agent, url, options)
  const api = (options: RequestOptions) => send({ ...options, path: `${SHOP_API_BASE}${options.path}` })

  function readCart({ userId, token }: Visitor) {
    return api({ path: `/carts/${userId}`, token })
  }

  async function signInOrReadCart(visitor: Visitor) {
    const now = performance.now()
    if (now < visitor.nextSignInAt) return readCart(visitor)
    visitor.nextSignInAt = now + SIGN_IN_EVERY_MS
    visitor.token = (await signInAgain(url, visitor)).accessToken
    return 200
  }

  const actions: Action[] = [
    { weight: 80, perform: () => send({ path: '/' }) },
    { weight: 60, perform: () => send({ path: `/product/${DONUT.productId}` }) },
    { weight: 60, perform: () => send({ path: '/collections/allproducts' }) },
    { weight: 60, perform: () => api({ path: '/products' }) },
    { weight: 60, perform: () => api({ path: `/products/${DONUT.productId}` }) },
    // A search for a misspelt word.
    { weight: 50, perform: () => api({ path: '/products?search=choclate' }) },
    { weight: 50, perform: readCart },
    {
      weight: 40,
      perform: ({ userId, token }) =>
        api({ method: 'POST', path: `/carts/${userId}`, token, body: { ...DONUT, quantity: 1 } }),
    },
    // Carts are emptied now and then, so that no line reaches the largest quantity.
    {
      weight: 10,
      perform: ({ userId, token }) =>
        api({ method: 'DELETE', path: `/carts/${userId}/items/${DONUT.productId}`, token }),
    },
    {
      weight: 20,
      perform: ({ userId, token }) =>
        api({ method: 'POST', path: `/purchases/${userId}`, token, body: donutOrder(1) }),
    },
    { weight: 1, perform: signInOrReadCart },
  ]
  const weighted = actions.flatMap(({ weight, perform }) => Array.from({ length: weight }, () => perform))

  return {
    /** Resolves with the status of the response. */
    sendNext(): Promise<number> {
      const perform = itemAt(weighted, Math.floor(Math.random() * weighted.length))
      return perform(itemAt(visitors, Math.floor(Math.random() * visitors.length)))
    },
    close: () => agent.destroy(),
  }
}

export type MixedLoad = ReturnType<typeof createMixedLoad>

/** Resolves with the status of the response. */
function sendRequest(
  agent: Agent,
  url: string,
  { method = 'GET', path, token, body }: RequestOptions,
): Promise<number> {
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
  sent.on('response', (response) => {
    response.resume()
    response.on('end', () => resolve(response.statusCode ?? 0))
    response.on('error', reject)
  })
  sent.on('error', reject)
  sent.end(body && JSON.stringify(body))
  return promise
}
