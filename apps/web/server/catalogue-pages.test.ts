import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { IP_LIMITS } from '@nashta/contracts/api/rate-limits'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { FIRST_SHELVES } from '@nashta/contracts/storefront/shelf-rules'
import { createLogger } from '@nashta/service-kit/process/logger'
import { expect, it } from 'vitest'
import { createApp } from './create-app.ts'

const ALL_SNACKS = '/collections/allproducts'
const laddoo = aProduct({
  products_id: 'laddoo',
  name: 'Laddoo </script><script>alert(1)</script>',
  id: '42',
})

type Respond = (path: string) => Response | Promise<Response>

async function setup({
  respond = respondWithLaddoo,
  searchesMax = 100,
}: { respond?: Respond; searchesMax?: number } = {}) {
  const requested: string[] = []
  const { app, precomputed } = await createApp({
    https: false,
    imageHosts: [],
    logger: createLogger({ service: 'web', level: 'silent' }),
    fetchShop: httpFetchShop({
      async fetch(path) {
        if (path === '/api/shop') return Response.json({ data: aShop() })
        if (path === '/api/storefront') return Response.json({ data: { shelves: FIRST_SHELVES } })
        if (path === '/api/payment-methods')
          return Response.json({ data: { methods: [], takesOrders: true, isTrial: false } })
        requested.push(path)
        return respond(path)
      },
    }),
    publicUrl: 'https://snacks.example',
    realTimeSync: true,
    guestCheckout: false,
    catalogueVersion: () => '1',
    rateLimitScale: searchesMax / IP_LIMITS.search.limit,
    now: () => new Date('2026-01-01T00:00:00Z'),
  })
  return { app, precomputed, requested }
}

function respondWithoutProducts(): Response {
  return Response.json({ data: { items: [], total: 0, nextCursor: null } })
}

function respondWithLaddoo(path: string): Response {
  if (path === '/api/products/laddoo' || path === '/api/products/42') return Response.json({ data: laddoo })
  if (path.startsWith('/api/products?')) {
    return Response.json({ data: { items: [laddoo], total: 1, nextCursor: null } })
  }
  return Response.json({ code: 'PRODUCT_NOT_FOUND', message: 'There is no such product' }, { status: 404 })
}

/** The message of this error must not get into a page. */
async function rejectCalls(): Promise<Response> {
  throw new Error('secret inside')
}

function countTimers() {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
}

it('a product page escapes the product, in its JSON-LD too', async () => {
  const { app } = await setup()
  const page = await app.inject('/product/laddoo')

  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<script type="application/ld+json">')
  expect(page.body).not.toContain('<script>alert(')
})

it('a product requested by its other id redirects to its own address', async () => {
  const { app } = await setup()
  const response = await app.inject('/product/42')

  expect(response.statusCode).toBe(301)
  expect(response.headers.location).toBe('/product/laddoo')
})

it.each([
  [
    'no such product',
    respondWithLaddoo,
    404,
    ['Product Not Found', 'The product you&#x27;re looking for doesn&#x27;t exist.'],
  ],
  ['an id that no product can have', () => new Response('{}', { status: 400 }), 404, ['Product Not Found']],
  [
    'a Shop API that cannot be reached',
    rejectCalls,
    503,
    ['Error Loading Product', 'Failed to fetch products'],
  ],
  [
    'a Shop API that fails',
    () => Response.json({ message: 'Back soon' }, { status: 503 }),
    503,
    ['Error Loading Product', 'API request failed: Back soon'],
  ],
])('a product page shows what went wrong: %s', async (_case, respond, status, texts) => {
  const { app } = await setup({ respond })
  const page = await app.inject('/product/gone')

  expect(page.statusCode).toBe(status)
  for (const text of [...texts, 'Back to Home']) expect(page.body).toContain(text)
  expect(page.body).not.toContain('secret inside')
})

it.each([
  ['best-sellers', 'Best Sellers', 'Failed to fetch products'],
  ['new-arrivals', 'New Arrivals', 'Failed to fetch products'],
  ['allproducts', 'All Snacks', 'Failed to fetch products'],
  ['allproducts?search=dark', 'All Snacks', 'Failed to search products'],
  ['suggested', 'Recommended For You', 'Error loading recommendations: Failed to fetch products'],
])(
  'the collection %s shows its failure text when the Shop API cannot be reached',
  async (path, title, text) => {
    const { app } = await setup({ respond: rejectCalls })
    const page = await app.inject(`/collections/${path}`)

    expect(page.statusCode).toBe(503)
    // React separates the parts of a text by empty comments.
    for (const shown of [title, text]) expect(page.body.replaceAll('<!-- -->', '')).toContain(`>${shown}<`)
    expect(page.body).not.toContain('secret inside')
  },
)

it('the home page shows its failure text, and all but the products, when the Shop API cannot be reached', async () => {
  const { app } = await setup({ respond: rejectCalls })
  const page = await app.inject('/')

  expect(page.statusCode).toBe(503)
  for (const shown of ['Failed to fetch products', 'BEST SELLERS']) expect(page.body).toContain(`>${shown}<`)
  expect(page.body).not.toContain('secret inside')
})

it('every page preloads both fonts by a header, even the 404 page', async () => {
  const { app } = await setup()
  for (const path of ['/', '/nowhere']) {
    const { link } = (await app.inject(path)).headers
    for (const face of ['dm-sans', 'fraunces'])
      expect(link).toMatch(new RegExp(`</assets/${face}-[^>]+\\.woff2>; rel=preload; as=font`))
  }
})

it('a product page is rendered although its related products cannot be loaded', async () => {
  const { app } = await setup({
    respond: (path) => (path.includes('?') ? new Response('{}', { status: 503 }) : respondWithLaddoo(path)),
  })
  expect((await app.inject('/product/laddoo')).statusCode).toBe(200)
})

it('the Shop API gets only known query parameters; their sequence does not matter', async () => {
  const { app, requested } = await setup()
  for (const query of ['?sort=newest&utm=1&search=dark', '?search=dark&sort=newest&limit=9&x[]=1']) {
    await app.inject(ALL_SNACKS + query)
  }
  // This page reads no query parameter.
  await app.inject('/collections/best-sellers?search=dark')

  expect(requested).toEqual([
    '/api/products?search=dark&sort=newest&families=true&counts=true&limit=12',
    '/api/products?families=true&limit=12',
  ])
})

it('a search page is cached once it was rendered', async () => {
  const { app, precomputed } = await setup()
  await app.inject(`${ALL_SNACKS}?search=dark`)

  expect(precomputed?.(`${ALL_SNACKS}?utm=1&search=dark`)?.status).toBe(200)
  expect(precomputed?.(`${ALL_SNACKS}?search=milk`)).toBeUndefined()
})

it('the header marks the current page', async () => {
  const { app } = await setup()
  const { body } = await app.inject('/collections/best-sellers')
  expect(body.match(/<a [^>]*aria-current="page"[^>]*>([^<]*)/)?.[1]).toBe('Best Sellers')
})

it('a render leaves no timer running', async () => {
  const { app } = await setup()
  await app.inject(`${ALL_SNACKS}?search=dark`)
  await new Promise((settled) => setTimeout(settled, 10))
  // The app itself may have timers, and so may its first render.
  const before = countTimers()

  for (const word of ['milk', 'white', 'ruby']) await app.inject(`${ALL_SNACKS}?search=${word}`)
  await new Promise((settled) => setTimeout(settled, 10))
  expect(countTimers()).toBeLessThanOrEqual(before)
})

it('searches are limited for each network address, other pages are not', async () => {
  const { app } = await setup({ searchesMax: 2 })
  const search = (word: string, remoteAddress = '203.0.113.7') =>
    app.inject({ url: `${ALL_SNACKS}?search=${word}`, remoteAddress })
  expect([(await search('a')).statusCode, (await search('b')).statusCode]).toEqual([200, 200])

  const refused = await search('c')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('60')
  expect((await search('d', '203.0.113.8')).statusCode).toBe(200)
  expect((await app.inject({ url: `${ALL_SNACKS}?utm=1`, remoteAddress: '203.0.113.7' })).statusCode).toBe(
    200,
  )
})

// The specification demands these two collections, although the store sells snacks.
it.each(['shoes', 'sandals'])(
  'the collection %s is hidden from search engines while it is empty',
  async (collection) => {
    const robots = '<meta name="robots" content="noindex"'
    const bodyWith = async (respond: Respond) =>
      (await (await setup({ respond })).app.inject(`/collections/${collection}`)).body

    const emptyPage = await bodyWith(respondWithoutProducts)
    expect(emptyPage).toContain(robots)
    expect(emptyPage).toContain('No snacks available at the moment.')
    expect(await bodyWith(respondWithLaddoo)).not.toContain(robots)
  },
)
