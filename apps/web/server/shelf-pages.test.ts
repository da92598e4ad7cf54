import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { createLogger } from '@nashta/service-kit/process/logger'
import { expect, it } from 'vitest'
import { createApp } from './create-app.ts'

const SHELVES = [
  { slug: 'doughnuts', name: 'Doughnuts', text: 'Round & soft.', former: ['donuts', 'मिठाई'] },
  { slug: 'boxes', name: 'Boxes <b>', picture: 'picture-0123456789.webp' },
]

async function setup() {
  const ring = aProduct({ products_id: 'ring', name: 'Ring', category: 'Doughnuts' })
  const replies = new Map<string, object>([
    ['/api/shop', aShop()],
    ['/api/storefront', { shelves: SHELVES }],
    ['/api/payment-methods', { methods: [], takesOrders: true, isTrial: false }],
  ])
  const { app } = await createApp({
    https: false,
    imageHosts: [],
    logger: createLogger({ service: 'web', level: 'silent' }),
    fetchShop: httpFetchShop({
      async fetch(path) {
        const data = replies.get(path)
        if (data) return Response.json({ data })
        const category = new URL(path, 'http://api').searchParams.get('category')
        const items = category === null || category === 'Doughnuts' ? [ring] : []
        return Response.json({ data: { items, total: items.length, nextCursor: null } })
      },
    }),
    publicUrl: 'https://snacks.example',
    realTimeSync: true,
    guestCheckout: false,
    catalogueVersion: () => '1',
    rateLimitScale: 1000,
    now: () => new Date('2026-01-01T00:00:00Z'),
  })
  return app
}

it('a shelf has a page with its name, its text and its snacks', async () => {
  const app = await setup()
  const page = await app.inject('/collections/doughnuts')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<title>Doughnuts | Nashta</title>')
  expect(page.body).toContain('Round &amp; soft.')
  expect(page.body).toContain('href="/product/ring"')
  expect(page.body).toContain('<link rel="canonical" href="https://snacks.example/collections/doughnuts"/>')
})

it('a navigation in the browser gets the data of a shelf', async () => {
  const app = await setup()
  const response = await app.inject('/collections/doughnuts.data')
  expect(response.statusCode).toBe(200)
  expect(response.body).toContain('Doughnuts')
})

it('an empty shelf is not for search engines, and its name is no markup', async () => {
  const app = await setup()
  const page = await app.inject('/collections/boxes')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<meta name="robots" content="noindex"/>')
  expect(page.body).toContain('Boxes &lt;b&gt;')
  expect(page.body).not.toContain('Boxes <b>')
  expect(page.body).toContain('/images/picture-0123456789.webp?w=640 640w')
})

it('the former address of a shelf leads to its page', async () => {
  const app = await setup()
  const response = await app.inject('/collections/donuts')
  expect([response.statusCode, response.headers.location]).toEqual([301, '/collections/doughnuts'])
})

it('an address without a shelf is a page that is not found', async () => {
  const app = await setup()
  const page = await app.inject('/collections/cakes')
  expect(page.statusCode).toBe(404)
  expect(page.body).toContain('Page not found')
})

it('the collections of the specification stay, also where a shelf would be', async () => {
  const app = await setup()
  const paths = ['/collections/new-arrivals', '/collections/shoes', '/collections/best-sellers']
  const pages = await Promise.all(paths.map((path) => app.inject(path)))
  expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
})

it('tiles of the home page and the filter of All Snacks name the shelves in their order', async () => {
  const app = await setup()
  const home = await app.inject('/')
  const tiles = Array.from(
    home.body.matchAll(/href="(\/collections\/(?:doughnuts|boxes))"/g),
    ([, path]) => path,
  )
  expect(tiles).toEqual(['/collections/doughnuts', '/collections/boxes'])
  const all = await app.inject('/collections/allproducts')
  const choices = Array.from(all.body.matchAll(/name="category"[^>]*value="([^"]*)"/g), ([, name]) => name)
  expect(choices).toEqual(['', 'Doughnuts', 'Boxes &lt;b&gt;'])
})
