import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { afterEach, expect, it, vi } from 'vitest'
import { fetchSuggestions } from './use-recommendations.ts'

const donut = aProduct({ products_id: 'donut' })
const chips = aProduct({ products_id: 'chips' })

afterEach(() => vi.unstubAllGlobals())

it('suggestions have the data of the catalogue, and leave out deleted products', async () => {
  expect(await suggest(['gone', 'donut'])).toEqual([donut])
})

it('suggestions have the order of the recommendations', async () => {
  expect(await suggest(['chips', 'donut'])).toEqual([chips, donut])
})

async function suggest(ids: string[]) {
  const stale = { name: 'Old donut', price: 1, description: '', image_url: '' }
  const recommendations = ids.map((product_id) => ({ ...stale, product_id }))
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/api/recommendations/')) return Response.json({ recommendations })
    const product = [donut, chips].find(({ products_id }) => path === `/api/products/${products_id}`)
    return product ? Response.json({ data: product }) : Response.json({}, { status: 404 })
  })
  return (await fetchSuggestions({ userId: 'u1', limit: 6 })).products
}
