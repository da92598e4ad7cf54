import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { FIRST_SHELVES } from '@nashta/contracts/storefront/shelf-rules'
import { createLogger } from '@nashta/service-kit/process/logger'
import { expect, it } from 'vitest'
import { createApp } from './create-app.ts'

const HOME = {
  announcement: { text: 'Open till ten', to: '/collections/donuts' },
  slides: [
    {
      title: 'Diwali Boxes',
      text: 'To <b>give</b>',
      to: '/product/barfi',
      picture: 'picture-0123456789.webp',
    },
  ],
  sections: ['benefits', 'shelves', 'best-sellers'],
}

async function setup(home: object | undefined) {
  const replies = new Map<string, object>([
    ['/api/shop', aShop()],
    ['/api/storefront', { shelves: FIRST_SHELVES, ...(home && { home }) }],
    ['/api/payment-methods', { methods: [], takesOrders: true, isTrial: false }],
  ])
  const { app } = await createApp({
    https: false,
    imageHosts: [],
    logger: createLogger({ service: 'web', level: 'silent' }),
    fetchShop: httpFetchShop({
      async fetch(path) {
        const data = replies.get(path) ?? { items: [aProduct()], total: 1, nextCursor: null }
        return Response.json({ data })
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

/** Where each text is in the page, in the order given. */
const placesOf = (body: string, texts: string[]) => texts.map((text) => body.indexOf(text))

it('a published page has its slides, its sections in their order, and no others', async () => {
  const app = await setup(HOME)
  const { body, statusCode } = await app.inject('/')
  expect(statusCode).toBe(200)
  expect(body).toContain('>Diwali<!-- --> <br/>Boxes<')
  expect(body).toContain('To &lt;b&gt;give&lt;/b&gt;')
  expect(body).not.toContain('<b>give')
  expect(body).toContain('href="/product/barfi"')
  expect(body).toContain('/images/picture-0123456789.webp?w=1200 1200w')
  expect(body).not.toContain('Delicious')
  const places = placesOf(body, ['24/7 support', 'aria-label="Kinds of snacks"', 'id="best-sellers"'])
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places).not.toContain(-1)
  expect(body).not.toContain('TRENDING SNACKS')
  // One slide needs no buttons for others.
  expect(body).not.toContain('Next slide')
})

it('the line above every page replaces the promise of delivery', async () => {
  const app = await setup(HOME)
  const pages = await Promise.all(['/', '/about', '/collections/donuts'].map((path) => app.inject(path)))
  for (const { body } of pages) {
    const header = body.slice(body.indexOf('<header'), body.indexOf('</header>'))
    expect(header).toContain('Open till ten')
    expect(header).not.toContain('Free delivery')
  }
})

it('the home page of a new shop is in the code, and its data has none of it', async () => {
  const app = await setup(undefined)
  const { body } = await app.inject('/')
  expect(body).toContain('>Delicious<!-- --> <br/>Donuts<')
  expect(body.match(/Paper-thin, ridged or kettle-cooked, dusted/g)).toHaveLength(1)
})
