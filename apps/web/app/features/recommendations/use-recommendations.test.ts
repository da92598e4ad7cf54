import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { afterEach, expect, it, vi } from 'vitest'
import { fetchShop } from '../../data/calls/fetch-shop.ts'
import { fetchGuestSuggestions } from './fetch-guest-suggestions.ts'
import { fetchSuggestions } from './use-recommendations.ts'

const donut = aProduct({ products_id: 'donut' })
const chips = aProduct({ products_id: 'chips' })
const soldOutMix = aProduct({ products_id: 'mix', family: 'mix', stock: 0 })
const largeMix = aProduct({ products_id: 'mix-1-kg', family: 'mix', stock: 2 })
const soldOutSev = aProduct({ products_id: 'sev', family: 'sev', stock: 0 })
const catalogue = [donut, chips, soldOutMix, largeMix, soldOutSev]

afterEach(() => vi.unstubAllGlobals())

it('suggestions have the data of the catalogue, and leave out deleted products', async () => {
  expect(await suggest(['gone', 'donut'])).toEqual([donut])
})

it('suggestions have the order of the recommendations', async () => {
  expect(await suggest(['chips', 'donut'])).toEqual([chips, donut])
})

it('a pack in stock is suggested in place of a sold-out one, with its note', async () => {
  const reasons = { mix: { kind: 'again', name: 'Mix' }, donut: { kind: 'again', name: 'Donut' } }
  const { products, notes } = await fetchTestSuggestions(['mix', 'sev', 'donut'], reasons)
  expect(products).toEqual([largeMix, soldOutSev, donut])
  expect([...notes.keys()]).toEqual(['mix-1-kg', 'donut'])
})

it('guests get a pack in stock in place of a sold-out one, with all packs', async () => {
  stubShop(['mix', 'sev', 'donut'])
  expect(await fetchGuestSuggestions(fetchShop, 6)).toEqual({
    products: [largeMix, soldOutSev, donut],
    packs: [soldOutMix, largeMix, soldOutSev],
    hasService: true,
  })
})

async function suggest(ids: string[]) {
  return (await fetchTestSuggestions(ids)).products
}

async function fetchTestSuggestions(ids: string[], reasons: object = {}) {
  stubShop(ids, reasons)
  return fetchSuggestions({ userId: 'u1', limit: 6 })
}

function stubShop(ids: string[], reasons: object = {}) {
  const stale = { name: 'Old donut', price: 1, description: '', image_url: '' }
  const recommendations = ids.map((product_id) => ({ ...stale, product_id }))
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/api/recommendations/')) return Response.json({ recommendations, reasons })
    const { pathname, searchParams } = new URL(path, 'http://shop.test')
    const family = searchParams.get('family')
    if (family !== null) {
      const items = catalogue.filter((product) => product.family === family)
      return Response.json({ data: { items, total: items.length, nextCursor: null } })
    }
    const product = catalogue.find(({ products_id }) => pathname === `/api/products/${products_id}`)
    return product ? Response.json({ data: product }) : Response.json({}, { status: 404 })
  })
}
