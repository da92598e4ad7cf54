// @vitest-environment happy-dom
import type { Product } from '@nashta/contracts/product'
import { aProduct } from '@nashta/contracts/product.fixture'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { fetchApiContext, type FetchApi } from '../server/shop-api.server.ts'
import HomeRoute, { loader } from './home.tsx'

// The pictures are cut by the build, which the tests do not run.
vi.mock('../features/home/slides.ts', () => {
  const picture = { sources: {}, img: { src: '/hero.webp', w: 2, h: 1 } }
  return {
    HERO: { title: ['Delicious', 'Donuts'], alt: 'Donuts', wide: picture, close: picture },
    SLIDES: [{ title: 'Gourmet Potato Chips', alt: 'Chips', category: 'Chips', backdrop: '', picture }],
  }
})

const catalogue = [
  product('laddoo', 'Nuts & Treats', 279),
  product('glazed', 'Donuts', 69),
  product('masala', 'Chips', 49),
  product('dark', 'Chocolates', 249),
  product('velvet', 'Donuts', 112),
  product('salted', 'Chips', 45),
]

it('takes the first four products as best sellers', async () => {
  const { bestSellers } = await load(catalogue)

  expect(bestSellers.map(({ name }) => name)).toEqual(['laddoo', 'glazed', 'masala', 'dark'])
})

it('carries no more of a product than its card shows', async () => {
  const { bestSellers } = await load(catalogue)

  expect(Object.keys(bestSellers[0] ?? {}).toSorted()).toEqual([
    'category',
    'description',
    'imageUrl',
    'name',
    'price',
    'products_id',
  ])
})

it('shows the best sellers, then a section for each category, best sellers marked', async () => {
  const page = await render(catalogue)

  expect(names(page, 'best-sellers')).toEqual(['laddoo', 'glazed', 'masala', 'dark'])
  expect(names(page, 'donuts')).toEqual(['glazed', 'velvet'])
  expect(names(page, 'chips')).toEqual(['masala', 'salted'])
  expect(names(page, 'chocolates')).toEqual(['dark'])
  expect(names(page, 'nuts-and-treats')).toEqual(['laddoo'])
  const marked = [...page.querySelectorAll('#donuts article')].map((card) =>
    card.textContent?.includes('BEST SELLER'),
  )
  expect(marked).toEqual([true, false])
})

it('has one h1 and says on each tile how many kinds there are and from what price', async () => {
  const page = await render(catalogue)

  expect([...page.querySelectorAll('h1')].map((title) => title.textContent)).toEqual(['Delicious Donuts'])
  const tile = page.querySelector('a[href="/#chips"]')
  expect(tile?.textContent).toContain('2 kinds, from ₹45')
})

it('says so when a shelf is empty', async () => {
  const page = await render([])

  expect(page.querySelector('#chips')?.textContent).toContain('No snacks available at the moment.')
})

it('fails when the Shop API does', async () => {
  const loading = loadWith(async () => new Response('{}', { status: 503 }))

  await expect(loading).rejects.toThrow('GET /api/products answered 503')
})

function load(products: Product[]) {
  return loadWith(async (path) => {
    expect(path).toBe('/api/products')
    return Response.json({ data: products })
  })
}

function loadWith(fetchApi: FetchApi) {
  const context = new RouterContextProvider()
  context.set(fetchApiContext, fetchApi)
  const request = new Request('http://localhost/')
  return loader({ request, url: new URL(request.url), params: {}, context, pattern: '/' })
}

async function render(products: Product[]) {
  const loaderData = await load(products)
  const Stub = createRoutesStub([{ id: 'home', path: '/', Component: HomeRoute, loader: () => loaderData }])
  document.body.innerHTML = renderToString(<Stub hydrationData={{ loaderData: { home: loaderData } }} />)
  return document.body
}

function names(page: HTMLElement, section: string) {
  return [...page.querySelectorAll(`#${section} h3`)].map((name) => name.textContent)
}

function product(name: string, category: string, price: number): Product {
  return aProduct({ products_id: name, name, category, price })
}
