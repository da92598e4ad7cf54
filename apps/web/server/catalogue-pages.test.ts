import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { ADDRESS_LIMITS } from '@nashta/contracts/api/rate-limits'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { createLogger } from '@nashta/service-kit/process/logger'
import { expect, it } from 'vitest'
import { createApp } from './create-app.ts'

const ALL_SNACKS = '/collections/allproducts'
const laddoo = aProduct({
  products_id: 'laddoo',
  name: 'Laddoo </script><script>alert(1)</script>',
  id: '42',
})

type Answer = (path: string) => Response

async function setup({ answer = shop, searches = 100 }: { answer?: Answer; searches?: number } = {}) {
  const asked: string[] = []
  const { app, atHand } = await createApp({
    https: false,
    imageHosts: [],
    logger: createLogger({ service: 'web', level: 'silent' }),
    fetchShop: httpFetchShop({
      async fetch(path) {
        asked.push(path)
        return answer(path)
      },
    }),
    publicUrl: 'https://snacks.example',
    catalogueVersion: () => '1',
    rateLimitScale: searches / ADDRESS_LIMITS.search.limit,
    now: () => new Date('2026-01-01T00:00:00Z'),
  })
  return { app, atHand, asked }
}

function empty(): Response {
  return Response.json({ data: { items: [], total: 0, nextCursor: null } })
}

function shop(path: string): Response {
  if (path === '/api/products/laddoo' || path === '/api/products/42') return Response.json({ data: laddoo })
  if (path.startsWith('/api/products?')) {
    return Response.json({ data: { items: [laddoo], total: 1, nextCursor: null } })
  }
  return Response.json({ code: 'PRODUCT_NOT_FOUND', message: 'There is no such product' }, { status: 404 })
}

/** A counter with several cards, so that all but the first may have been drawn before. */
function counter(path: string): Response {
  if (!path.startsWith('/api/products?')) return shop(path)
  const chikki = aProduct({ products_id: 'chikki', name: 'Chikki ₹ <b>', id: '43' })
  const sev = aProduct({ products_id: 'sev', name: 'Sev', id: '44', stock: 0 })
  return Response.json({ data: { items: [laddoo, chikki, sev], total: 3, nextCursor: null } })
}

async function inTurn(paths: readonly string[]) {
  const { app } = await setup({ answer: counter })
  const bodies: string[] = []
  for (const path of paths) bodies.push((await app.inject(path)).body)
  return bodies
}

function timers() {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
}

it('renders a product as safe text, in its facts for search engines too', async () => {
  const { app } = await setup()
  const page = await app.inject('/product/laddoo')

  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<script type="application/ld+json">')
  expect(page.body).not.toContain('<script>alert(')
})

it('sends who asks by the other id to the one address of a product', async () => {
  const { app } = await setup()
  const answer = await app.inject('/product/42')

  expect(answer.statusCode).toBe(301)
  expect(answer.headers.location).toBe('/product/laddoo')
})

it.each([
  [
    'no such product',
    shop,
    404,
    ['Product Not Found', 'The product you&#x27;re looking for doesn&#x27;t exist.'],
  ],
  ['an id that no product can have', () => new Response('{}', { status: 400 }), 404, ['Product Not Found']],
  [
    'a shop that is away',
    () => Promise.reject(new Error('secret inside')) as never,
    503,
    ['Error Loading Product', 'API request failed: The store could not be reached.'],
  ],
  [
    'a shop that fails',
    () => Response.json({ message: 'Back soon' }, { status: 503 }),
    503,
    ['Error Loading Product', 'API request failed: Back soon'],
  ],
])('has a page for %s', async (_case, answer, status, texts) => {
  const { app } = await setup({ answer })
  const page = await app.inject('/product/gone')

  expect(page.statusCode).toBe(status)
  for (const text of [...texts, 'Back to Home']) expect(page.body).toContain(text)
  expect(page.body).not.toContain('secret inside')
})

it('shows a product even when its neighbours cannot be had', async () => {
  const { app } = await setup({
    answer: (path) => (path.includes('?') ? new Response('{}', { status: 503 }) : shop(path)),
  })
  expect((await app.inject('/product/laddoo')).statusCode).toBe(200)
})

it('asks for what All Snacks is asked for, and for nothing else', async () => {
  const { app, asked } = await setup()
  for (const query of ['?sort=newest&utm=1&search=dark', '?search=dark&sort=newest&limit=9&x[]=1']) {
    await app.inject(ALL_SNACKS + query)
  }
  await app.inject('/collections/best-sellers?search=dark')

  expect(asked).toEqual(['/api/products?search=dark&sort=newest&limit=24', '/api/products?limit=12'])
})

it('has a search at hand once it was rendered', async () => {
  const { app, atHand } = await setup()
  await app.inject(`${ALL_SNACKS}?search=dark`)
  await new Promise(setImmediate)

  expect(atHand?.(`${ALL_SNACKS}?utm=1&search=dark`)?.status).toBe(200)
  expect(atHand?.(`${ALL_SNACKS}?search=milk`)).toBeUndefined()
})

it('is the same page to the letter, whether or not its parts were on others before', async () => {
  const pages = [
    ALL_SNACKS,
    `${ALL_SNACKS}?category=Chips&search=dark`,
    '/',
    '/collections/best-sellers',
    '/product/laddoo',
    '/about',
    '/no/such/page',
  ]
  const there = await inTurn(pages)
  const back = await inTurn(pages.toReversed())

  expect(there[0]).toContain('Chikki ₹ &lt;b&gt;')
  expect(back.toReversed()).toEqual(there)
})

it.each(['/collections/best-sellers', '/collections/best-sellers/'])(
  '%s is marked in the header',
  async (path) => {
    const { app } = await setup()
    const { body } = await app.inject(path)
    expect(body.match(/<a [^>]*aria-current="page"[^>]*>([^<]*)/)?.[1]).toBe('Best Sellers')
  },
)

it('leaves nothing behind of a page that was sent', async () => {
  const { app } = await setup()
  await app.inject(`${ALL_SNACKS}?search=dark`)
  await new Promise((settled) => setTimeout(settled, 10))
  const before = timers()

  for (const word of ['milk', 'white', 'ruby']) await app.inject(`${ALL_SNACKS}?search=${word}`)
  await new Promise((settled) => setTimeout(settled, 10))
  expect(timers()).toBeLessThanOrEqual(before)
})

it('renders so many searches for one address and refuses more, but shows it every other page', async () => {
  const { app } = await setup({ searches: 2 })
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

it.each(['shoes', 'sandals'])('%s stays out of search engines while it is empty', async (collection) => {
  const robots = '<meta name="robots" content="noindex"'
  const page = async (answer: Answer) =>
    (await (await setup({ answer })).app.inject(`/collections/${collection}`)).body

  const bare = await page(empty)
  expect(bare).toContain(robots)
  expect(bare).toContain('No snacks available at the moment.')
  expect(await page(shop)).not.toContain(robots)
})
