import { createHash } from 'node:crypto'
import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { FIRST_SHELVES } from '@nashta/contracts/storefront/shelf-rules'
import { createLogger } from '@nashta/service-kit/process/logger'
import { expect, it } from 'vitest'
import { createApp } from './create-app.ts'
import { loadBuild } from './store-build.ts'

/** Matches an inline script and its text, but not JSON-LD: that is data, which no browser runs. */
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g

const product = aProduct({ name: '</script><script>alert("laddoo")</script>', price: 279 })
/** The shop's record that the Shop API sends. A test may replace the record. */
const shop = { record: aShop() }
const productList = () => Response.json({ data: { items: [product], total: 1, nextCursor: null } })

async function setup({
  https = false,
  imageHosts = [] as string[],
  formOrigins = [] as string[],
  rateLimitScale = 1,
  sharedCacheSeconds = 0,
  respond = productList,
  respondShop = () => Response.json({ data: shop.record }),
} = {}) {
  shop.record = aShop()

  const { app } = await createApp({
    https,
    imageHosts,
    logger: createLogger({ service: 'web', level: 'silent' }),
    fetchShop: httpFetchShop({
      fetch: async (path) => {
        if (path === '/api/shop') return respondShop()
        if (path === '/api/storefront') return Response.json({ data: { shelves: FIRST_SHELVES } })
        return path === '/api/payment-methods'
          ? Response.json({ data: { methods: [], takesOrders: true, isTrial: false, formOrigins } })
          : respond()
      },
    }),
    publicUrl: 'https://snacks.example',
    realTimeSync: true,
    guestCheckout: false,
    // The catalogue version changes with the shop's record too.
    catalogueVersion: () => JSON.stringify(shop.record),
    rateLimitScale,
    sharedCacheSeconds,
    now: () => new Date('2026-01-01T00:00:00Z'),
  })
  return app
}

it('the home page is rendered on the server and escapes its products', async () => {
  const app = await setup()
  const page = await app.inject('/')

  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toMatch(/^<!DOCTYPE html><html /)
  expect(page.body).toContain('&lt;/script&gt;&lt;script&gt;alert(')
  expect(page.body).not.toContain('<script>alert(')
  expect(page.body).toContain('₹279')
})

it('a page of another release that asks for data is sent to the document', async () => {
  const app = await setup()
  const ask = (url: string, release: string) => app.inject({ url, headers: { 'nashta-release': release } })
  const { assets } = await loadBuild()
  const own = await ask('/about.data', assets.version)
  expect([own.statusCode, own.headers['vary']]).toEqual([200, 'nashta-release, Accept-Encoding'])
  for (const [url, path] of [
    ['/about.data', '/about'],
    ['/_.data', '/'],
    ['/collections/allproducts.data?search=nuts&_routes=root', '/collections/allproducts?search=nuts'],
    ['/nowhere.data', '/nowhere'],
  ] as const) {
    const { statusCode, headers } = await ask(url, 'older')
    expect([statusCode, headers]).toMatchObject([
      204,
      { 'x-remix-redirect': path, 'x-remix-reload-document': 'true', 'cache-control': 'no-store' },
    ])
  }
  // A document belongs to one release as a whole.
  expect((await ask('/about', 'older')).statusCode).toBe(200)
})

it('the page of an order link is in no cache and no search engine, and its address goes to no other site', async () => {
  const app = await setup()
  const page = await app.inject('/orders/token-of-link')
  expect([page.statusCode, page.headers]).toMatchObject([
    200,
    { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
  ])
  expect(page.body).toContain('<meta name="robots" content="noindex"/>')
})

it('the content security policy of a page names the hash of every inline script and allows nothing else inline', async () => {
  const app = await setup()
  const page = await app.inject('/')
  const policy = String(page.headers['content-security-policy'])
  const scripts = Array.from(page.body.matchAll(INLINE_SCRIPT), ([, script = '']) => script)

  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts) {
    expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  expect(policy).not.toContain('unsafe')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("style-src 'self';")
  expect(page.body).not.toMatch(/<[^>]+\sstyle=/)
})

async function policyWith(options: Parameters<typeof setup>[0]) {
  const app = await setup(options)
  return (await app.inject('/')).headers['content-security-policy']
}

it('the policy allows pictures of the store and of the configured hosts', async () => {
  expect(await policyWith({})).toContain("; img-src 'self' blob:;")
  expect(await policyWith({ imageHosts: ['cdn.example', 'img.example'] })).toContain(
    "; img-src 'self' blob: https://cdn.example https://img.example;",
  )
})

it('the policy allows forms to the store, and to the page of a payment provider that is on', async () => {
  expect(await policyWith({})).toContain("; form-action 'self';")
  expect(await policyWith({ formOrigins: ['https://api.razorpay.com'] })).toContain(
    "; form-action 'self' https://api.razorpay.com;",
  )
})

// All visitors get the same cached page, so a nonce would be no secret.
it('neither a page nor its policy contains a nonce', async () => {
  const app = await setup()
  const page = await app.inject('/')
  expect(page.body).not.toContain('nonce=')
  expect(page.headers['content-security-policy']).not.toContain('nonce')
})

it('a page with unknown query parameters is the same page, and is not rendered again', async () => {
  let requests = 0
  const respond = () => {
    requests += 1
    return productList()
  }
  const app = await setup({ respond })
  const { etag } = (await app.inject('/')).headers
  const requestsOfOneRender = requests
  const tags = await Promise.all(
    ['/?utm=1', '/?utm=2', '/?'].map(async (url) => (await app.inject(url)).headers.etag),
  )
  expect(new Set([etag, ...tags]).size).toBe(1)
  expect(requests).toBe(requestsOfOneRender)
})

it('the data of a page has its own content type and a content security policy that allows nothing', async () => {
  const app = await setup()
  const data = await app.inject('/_.data')
  expect(data.statusCode).toBe(200)
  expect(data.headers['content-type']).toBe('text/x-script')
  expect(data.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
})

it('a method other than GET and HEAD is refused', async () => {
  const app = await setup()
  const response = await app.inject({ method: 'POST', url: '/', body: {} })
  expect(response.statusCode).toBe(405)
  expect(response.headers['allow']).toBe('GET, HEAD')
})

it('the policy upgrades insecure requests when the store is served over HTTPS', async () => {
  expect(await policyWith({ https: true })).toContain('upgrade-insecure-requests')
})

it('the response for a page that the browser already has is a 304', async () => {
  const app = await setup()
  const { etag = '', ...headers } = (await app.inject('/')).headers
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  expect((await app.inject({ url: '/', headers: { 'if-none-match': etag } })).statusCode).toBe(304)
})

it('a CDN may cache a page for the configured time, and never caches the 404 page', async () => {
  const app = await setup({ sharedCacheSeconds: 5 })
  const cached = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60'
  expect((await app.inject('/')).headers['cache-control']).toBe(cached)
  expect((await app.inject('/nowhere')).headers['cache-control']).toBe('no-store')
})

it('every visitor gets the same page', async () => {
  const app = await setup()
  const anonymous = await app.inject('/')
  const signedIn = await app.inject({
    url: '/',
    headers: { cookie: 'session=asha', 'accept-language': 'hi' },
  })
  expect(signedIn.body).toBe(anonymous.body)
})

it('a path without a page gets a 404 page', async () => {
  const app = await setup()
  const page = await app.inject('/no/such/page')
  expect(page.statusCode).toBe(404)
  expect(page.body).toContain('Page not found')
})

it.each([
  ['fails', () => Response.json({ secret: 'secret inside' }, { status: 503 })],
  ['sends an invalid list', () => Response.json({ data: [{ products_id: 'secret inside' }] })],
])('the home page is a 503 without internals when the Shop API %s', async (_case, respond) => {
  const app = await setup({ respond })
  const page = await app.inject('/')
  expect(page.statusCode).toBe(503)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).not.toContain('secret inside')
})

it("a page shows the shop's record, and a changed record from the next request on", async () => {
  const app = await setup()
  const paths = ['/about', '/contact', '/no/such/page']
  const bodies = () => Promise.all(paths.map(async (url) => (await app.inject(url)).body))
  for (const body of await bodies()) {
    expect(body).toContain('Asha Foods Private Limited')
    expect(body).not.toContain('Demo shop')
  }

  shop.record = aShop({ legalName: 'Ravi Sweets LLP', isDemo: true })
  for (const body of await bodies()) {
    expect(body).toContain('Ravi Sweets LLP')
    expect(body).toContain('Demo shop: this is not a real business')
  }
})

it("a page without the shop's record, which cannot be read, is shown but not cached", async () => {
  let isDown = true
  const app = await setup({
    respondShop: () => (isDown ? new Response('{}', { status: 503 }) : Response.json({ data: aShop() })),
  })
  const page = await app.inject('/contact')
  expect(page.statusCode).toBe(200)
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.body).toContain('details could not be loaded')

  isDown = false
  const again = await app.inject('/contact')
  expect(again.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  expect(again.body).toContain('Asha Foods Private Limited')
})

it('an asset is sent compressed and immutable, and a missing asset is a 404 in JSON', async () => {
  const app = await setup()
  const [, url = ''] = /(?:src|href)="(\/assets\/[^"]+\.js)"/.exec((await app.inject('/')).body) ?? []
  const asset = await app.inject({ url, headers: { 'accept-encoding': 'br' } })

  expect(asset.statusCode).toBe(200)
  expect(asset.headers['content-encoding']).toBe('br')
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const gone = await app.inject('/assets/gone.js')
  expect(gone.statusCode).toBe(404)
  expect(gone.headers['content-type']).toContain('application/json')
})

it('the address that browsers ask for an icon without being told has one', async () => {
  const app = await setup()
  const { statusCode, headers } = await app.inject('/favicon.ico')
  expect([statusCode, headers['location']]).toEqual([302, '/icons/favicon.ico'])
  const icon = await app.inject('/icons/favicon.ico')
  expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/vnd.microsoft.icon'])
})

it.each(['/signin', '/signup', '/grievance'])('%s says without JavaScript that it needs it', async (path) => {
  const app = await setup()
  const [notice = ''] =
    /<noscript[^>]*>(?:(?!<\/noscript>).)*needs JavaScript/.exec((await app.inject(path)).body) ?? []
  expect(notice).toContain('needs JavaScript')
})
