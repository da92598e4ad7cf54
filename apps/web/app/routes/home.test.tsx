// @vitest-environment happy-dom
import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import type { Product } from '@nashta/contracts/catalogue/product'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { GUEST_RECOMMENDATIONS_USER_ID } from '@nashta/contracts/constants'
import { FIRST_SHELVES } from '@nashta/contracts/storefront/shelf-rules'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { SessionProvider } from '../features/account/session/session-provider.tsx'
import { fetchShopContext } from '../server/contexts.server.ts'
import HomeRoute, { loader } from './home.tsx'

// The pictures are imported through a plugin of the build, which the tests do not run.
vi.mock('../features/home/pictures.ts', () => {
  const picture = { sources: {}, img: { src: '/hero.webp', w: 2, h: 1 } }
  const bothWidths = { wide: picture, narrow: picture }
  return {
    HERO_PICTURES: {
      donuts: bothWidths,
      chips: bothWidths,
      chocolates: bothWidths,
      nuts: bothWidths,
    },
    CATEGORIES_PICTURE: picture,
  }
})

const CATEGORIES = ['Donuts', 'Chips', 'Chocolates', 'Nuts & Treats']

/**
 * Best sellers first. The categories alternate: p1 is a donut, p2 chips, p3 chocolate, p4 nuts, and
 * p5 a donut again.
 */
const catalogue = Array.from({ length: 16 }, (_, index) => {
  const name = `snack ${index + 1}`
  return aProduct({ products_id: `p${index + 1}`, name, category: CATEGORIES[index % 4] ?? '' })
})

it('the home page has four best sellers, the four products after them as suggestions, and the next four as trending', async () => {
  const { bestSellers, suggested, trending } = await load(catalogue)

  expect(ids(bestSellers)).toEqual(['p1', 'p2', 'p3', 'p4'])
  expect(ids(suggested)).toEqual(['p5', 'p6', 'p7', 'p8'])
  expect(ids(trending)).toEqual(['p9', 'p10', 'p11', 'p12'])
})

it('the suggestions have one product of each category before a second of any', async () => {
  const donutsFirst = catalogue.toSorted((one, other) => categoryIndex(one) - categoryIndex(other))
  const { suggested } = await load(donutsFirst)

  // All four donuts are best sellers here, so no donut is left to suggest.
  expect(suggested.map(({ category }) => category)).toEqual(['Chips', 'Chocolates', 'Nuts & Treats', 'Chips'])
})

it('the loader data has only the fields of a card', async () => {
  const { bestSellers } = await load([aProduct()])

  expect(Object.keys(bestSellers[0] ?? {}).toSorted()).toEqual([
    'category',
    'description',
    'imageUrl',
    'name',
    'price',
    'products_id',
  ])
})

it('each of four slides links to its category, and each section to its collection', async () => {
  const page = await render(catalogue)

  const slides = [...page.querySelectorAll('[aria-roledescription="slide"]')]
  expect(slides.map((slide) => slide.querySelector('h2')?.textContent)).toEqual([
    'Delicious Donuts',
    'Gourmet Potato Chips',
    'Premium Chocolates',
    'Mixed Nuts & Treats',
  ])
  expect(slides.map((slide) => slide.querySelector('a')?.getAttribute('href'))).toEqual([
    '/collections/donuts',
    '/collections/chips',
    '/collections/chocolates',
    '/collections/nuts-treats',
  ])
  expect(linkTo(page, 'View All Collection')).toBe('/collections/suggested')
  expect(linkTo(page, 'Shop All Best Sellers')).toBe('/collections/best-sellers')
  expect(linkTo(page, 'Explore Treats')).toBe('/collections/best-sellers')
})

it('the page has one h1 and product counts, and all slides are visible without JavaScript', async () => {
  const page = await render(catalogue)

  expect(page.querySelectorAll('h1')).toHaveLength(1)
  expect(page.querySelector('nav[aria-label="Kinds of snacks"] li')?.textContent).toBe('Donuts4 kinds')
  expect(page.querySelector('[inert]')).toBeNull()
})

it('guests see the suggestions of the recommendation service that are no best sellers', async () => {
  const recommendations = ['p1', 'p9', 'p3', 'p10', 'p6', 'p2', 'p8', 'p4'].map((product_id) => ({
    product_id,
    name: '',
    price: 1,
    description: '',
    image_url: '',
  }))
  const { suggested, trending } = await loadWith(async (path) => {
    if (path === `/api/recommendations/${GUEST_RECOMMENDATIONS_USER_ID}?limit=8&reasons=true`)
      return Response.json({ recommendations })
    const product = catalogue.find(({ products_id }) => path === `/api/products/${products_id}`)
    return product ? Response.json({ data: product }) : listOf(catalogue, path)
  })
  expect(ids(suggested)).toEqual(['p9', 'p10', 'p6', 'p8'])
  expect(ids(trending)).toEqual(['p5', 'p7', 'p11', 'p12'])
})

it('the home page of an empty catalogue says that there are no snacks', async () => {
  const page = await render([])

  expect(page.querySelector('#best-sellers')?.textContent).toContain('No snacks available at the moment.')
  expect(page.querySelector('nav[aria-label="Kinds of snacks"]')?.textContent).toContain('Back soon')
})

it('the loader responds with 503 when the Shop API fails', async () => {
  const loading = loadWith(async () => new Response('{}', { status: 503 }))

  await expect(loading).rejects.toMatchObject({
    data: { message: 'Failed to fetch products' },
    init: { status: 503 },
  })
})

/** Loads the page of a store without a recommendation service. */
function load(products: Product[]) {
  return loadWith(async (path) =>
    path.startsWith('/api/recommendations/') ? new Response('{}', { status: 404 }) : listOf(products, path),
  )
}

function listOf(products: Product[], path: string) {
  const query = new URL(path, 'http://api').searchParams
  const category = query.get('category')
  const found = products.filter((product) => !category || product.category === category)
  const items = found.slice(0, Number(query.get('limit')))
  return Response.json({ data: { items, total: found.length, nextCursor: null } })
}

function loadWith(fetch: (path: string) => Promise<Response>) {
  const context = new RouterContextProvider()
  const withStorefront = async (path: string) =>
    path === '/api/storefront' ? Response.json({ data: { shelves: FIRST_SHELVES } }) : fetch(path)
  context.set(fetchShopContext, httpFetchShop({ fetch: withStorefront }))
  const request = new Request('http://localhost/')
  return loader({ request, url: new URL(request.url), params: {}, context, pattern: '/' })
}

async function render(products: Product[]) {
  const loaderData = await load(products)
  const root = { shelves: FIRST_SHELVES }
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => root,
      children: [{ id: 'home', index: true, Component: HomeRoute, loader: () => loaderData }],
    },
  ])
  document.body.innerHTML = renderToString(
    <SessionProvider>
      <Stub hydrationData={{ loaderData: { root, home: loaderData } }} />
    </SessionProvider>,
  )
  return document.body
}

function ids(products: { products_id: string }[]) {
  return products.map(({ products_id }) => products_id)
}

function categoryIndex({ category }: Product) {
  return CATEGORIES.indexOf(category)
}

function linkTo(page: HTMLElement, label: string) {
  return [...page.querySelectorAll('a')].find((link) => link.textContent === label)?.getAttribute('href')
}
