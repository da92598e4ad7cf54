import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { lineName } from '@nashta/contracts/catalogue/line-name'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { expect, it } from 'vitest'
import { findOrderedProducts } from './reorder-button.tsx'

const laddoo = aProduct({ products_id: 'laddoo', name: 'Laddoo', imageUrl: '/images/laddoo.webp' })
const sameName = aProduct({ products_id: 'other', name: 'Laddoo', imageUrl: '/images/other.webp' })
const box = aProduct({ products_id: 'box', name: 'Laddoo Box' })
const soldOut = aProduct({ products_id: 'barfi', name: 'Barfi', stock: 0 })
const pack = aProduct({ products_id: 'laddoo-250', name: 'Laddoo', packLabel: '250 g' })

it.each([
  ['by its name and picture', '/images/laddoo.webp', 'laddoo'],
  [
    'by its name alone when the picture has changed: it is the first result with that name',
    '/images/older.webp',
    'other',
  ],
])('a product of an earlier order is found %s', async (_case, imageUrl, id) => {
  const { found, missing } = await find([{ name: 'Laddoo', imageUrl, quantity: 3 }])

  expect(found.map(({ product, quantity }) => [product.products_id, quantity])).toEqual([[id, 3]])
  expect(missing).toEqual([])
})

it('a pack of an earlier order is found by its product id, although the name in the order has the pack', async () => {
  const { found, missing } = await find([
    { productId: 'laddoo-250', name: 'Laddoo, 250 g', imageUrl: '', quantity: 2 },
  ])

  expect(found.map(({ product, quantity }) => [product.products_id, quantity])).toEqual([['laddoo-250', 2]])
  expect(missing).toEqual([])
})

it('a pack of an earlier order without product ids is found by its name with the pack', async () => {
  const { found } = await find([{ name: 'Laddoo, 250 g', imageUrl: '', quantity: 1 }])

  expect(found.map(({ product }) => product.products_id)).toEqual(['laddoo-250'])
})

it('a product id that is sold out or has no product is listed by name, also if another product has the name', async () => {
  const { found, missing } = await find([
    { productId: 'barfi', name: 'Barfi', imageUrl: '', quantity: 1 },
    { productId: 'removed', name: 'Laddoo', imageUrl: '', quantity: 1 },
  ])

  expect(found).toEqual([])
  expect(missing).toEqual(['Barfi', 'Laddoo'])
})

it('products are not reported as unavailable while the store fails', async () => {
  const items = [{ productId: 'laddoo', name: 'Laddoo', imageUrl: '', category: '', quantity: 1, price: 10 }]
  const fetchShop = httpFetchShop({ fetch: async () => new Response(null, { status: 503 }) })

  await expect(findOrderedProducts(fetchShop, items)).rejects.toThrow('Failed to fetch products')
})

it('ordered products that are sold out or no longer sold are listed by name', async () => {
  const { found, missing } = await find([
    { name: 'Barfi', imageUrl: '', quantity: 1 },
    { name: 'Jalebi', imageUrl: '', quantity: 1 },
  ])

  expect(found).toEqual([])
  expect(missing).toEqual(['Barfi', 'Jalebi'])
})

type OrderedItem = { productId?: string; name: string; imageUrl: string; quantity: number }

function find(items: OrderedItem[]) {
  const fetchShop = httpFetchShop({ fetch: async (path) => respond(new URL(path, 'http://localhost')) })
  return findOrderedProducts(
    fetchShop,
    items.map((item) => Object.assign({ category: 'Sweets', price: 10 }, item)),
  )
}

/** Responds as the Shop API does to a search, or to the request of one product. */
function respond({ pathname, searchParams }: URL) {
  const products = [box, sameName, laddoo, soldOut, pack]
  const search = searchParams.get('search')
  if (search !== null) {
    const matching = products.filter((product) => lineName(product).includes(search))
    return Response.json({ data: { items: matching, total: matching.length, nextCursor: null } })
  }
  const product = products.find(({ products_id }) => pathname.endsWith(`/${products_id}`))
  return product ? Response.json({ data: product }) : Response.json({ message: 'None' }, { status: 404 })
}
