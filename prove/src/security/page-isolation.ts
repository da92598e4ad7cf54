import { randomUUID } from 'node:crypto'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import {
  callIdentity,
  createAccount,
  type ShopperSession,
  signIn,
} from '@nashta/contracts/identity/shopper-account.fixture'
import { getUser } from '@nashta/contracts/identity/user-pool'
import { expectFigures, type Proof } from '../proof.ts'
import { donutOrder } from '../shopper.ts'
import { createRandom, type Random } from './random.ts'

const SHOPPERS_MAX = 50
const AT_ONCE = 16
const SIGN_UPS_AT_ONCE = 8
const SEED = 10

const PAGES = [
  '/',
  '/collections/allproducts',
  '/collections/suggested',
  '/product/donut-strawberry-sprinkle',
  '/profile',
  '/checkout',
  '/purchase-history',
  '/order-success',
  '/signin',
  '/nowhere',
]

type Visitor = ShopperSession & {
  /** A text in the shopper's name and in the address of the order. No other visitor may see it. */
  canary: string
}

export const pageIsolation: Proof = {
  id: 'S10',
  test: 'Shoppers load pages and their own data at once, each with texts that only they may see',
  sizes: { quick: 400, short: 10_000, nightly: 200_000 },
  unit: 'requests',
  async run(context, size) {
    const { url } = await context.startStore()
    const visitors = await createVisitors(url, Math.min(SHOPPERS_MAX, Math.ceil(size / 100)))
    const canaries = visitors.map(({ canary }) => canary)
    const wrong: string[] = []
    /** The different bodies of each page, by path. */
    const bodiesByPath = new Map<string, Set<string>>()
    let responsesWithOwnTexts = 0

    async function sendRequests(worker: number) {
      const random = createRandom(SEED + worker)
      for (let sent = worker; sent < size; sent += AT_ONCE) {
        const visitor = random.oneOf(visitors)
        const { path, isPage, response, text } = random.chance(0.5)
          ? await requestPage(url, visitor, random)
          : await requestOwnData(url, visitor, random)
        const seen = canaries.filter((canary) => text.includes(canary))
        if (isPage) {
          if (seen.length > 0) wrong.push(`${path} shows personal texts to everyone`)
          if (response.headers.has('set-cookie')) wrong.push(`${path} sets a cookie`)
          const bodies = bodiesByPath.get(path) ?? new Set()
          bodiesByPath.set(path, bodies.add(text))
          continue
        }
        if (seen.some((canary) => canary !== visitor.canary))
          wrong.push(`${path} shows texts of another shopper`)
        if (seen.length > 0) responsesWithOwnTexts += 1
        const caching = response.headers.get('cache-control')
        if (caching !== 'no-store') wrong.push(`${path} may be cached: ${caching}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => sendRequests(worker)))

    expectFigures({
      'responses that are wrong': [[...new Set(wrong)].slice(0, 4).join('; '), ''],
      'pages that are not the same for everyone': [
        [...bodiesByPath]
          .filter(([, bodies]) => bodies.size !== 1)
          .map(([path]) => path)
          .join(', '),
        '',
      ],
      // About a third of the requests read orders or the profile, which contain the texts. An
      // eighth is a safe minimum.
      "responses with the shopper's own texts": [responsesWithOwnTexts > size / 8, true],
    })
    return `${visitors.length} shoppers: ${responsesWithOwnTexts} responses with their own texts, 0 with others'; ${bodiesByPath.size} pages the same bytes for everyone, personal data never cached`
  },
  mutations: [
    {
      what: 'every caller gets the orders of the first caller',
      file: 'apps/shop-api/src/orders/routes/purchase-routes.ts',
      from: 'listPurchases(deps.purchases, caller.sub, query)',
      to: 'listPurchases(deps.purchases, ((globalThis as { first?: string }).first ??= caller.sub), query)',
    },
    {
      what: 'personal responses may be cached by a proxy',
      file: 'packages/service-kit/src/http/security-headers.ts',
      from: "'cache-control': 'no-store' }",
      to: "'cache-control': 'public, max-age=60' }",
    },
  ],
}

async function createVisitors(url: string, count: number): Promise<Visitor[]> {
  const visitors: Visitor[] = []
  while (visitors.length < count) {
    const batchSize = Math.min(SIGN_UPS_AT_ONCE, count - visitors.length)
    const batch = Array.from({ length: batchSize }, () => createVisitor(url))
    visitors.push(...(await Promise.all(batch)))
  }
  return visitors
}

/** Signs a shopper up and places an order, both with the shopper's canary. */
async function createVisitor(url: string): Promise<Visitor> {
  const canary = `canary-${randomUUID()}`
  const account = await createAccount(url, {
    attributes: { given_name: canary, family_name: canary, name: canary },
  })
  const session = await signIn(url, account)
  const order = donutOrder(1)
  const response = await fetch(`${url}${SHOP_API_BASE}/purchases/${session.userId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...order, shippingAddress: { ...order.shippingAddress, fullName: canary } }),
  })
  if (response.status !== 201) throw new Error(`the order was refused: ${await response.text()}`)
  return { ...session, canary }
}

/** Requests a page. The visitor's identity is in every place that a cache key might come from. */
async function requestPage(url: string, { accessToken, cookie, canary }: Visitor, random: Random) {
  const path = random.oneOf(PAGES)
  const response = await fetch(url + path + (random.chance(0.5) ? `?utm_source=${canary}` : ''), {
    headers: {
      authorization: `Bearer ${accessToken}`,
      cookie: `${cookie}; name=${canary}`,
      referer: `https://elsewhere.example/${canary}`,
      'user-agent': canary,
      'x-forwarded-host': `${canary}.example`,
      'accept-language': canary,
    },
  })
  return { path, isPage: true, response, text: await response.text() }
}

async function requestOwnData(url: string, { userId, accessToken }: Visitor, random: Random) {
  const headers = { authorization: `Bearer ${accessToken}` }
  const path = random.oneOf(['purchases', 'carts', 'profile'])
  if (path === 'profile') {
    const response = await callIdentity(url, getUser.target, { AccessToken: accessToken })
    return { path, isPage: false, response, text: response.text }
  }
  const response = await fetch(`${url}${SHOP_API_BASE}/${path}/${userId}`, { headers })
  return { path, isPage: false, response, text: await response.text() }
}
