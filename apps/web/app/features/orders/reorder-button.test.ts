import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import type { Product } from '@nashta/contracts/catalogue/product'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { expect, it } from 'vitest'
import { findOrderedProducts } from './reorder-button.tsx'

const laddoo = aProduct({ products_id: 'laddoo', name: 'Laddoo', imageUrl: '/images/laddoo.webp' })
const sameName = aProduct({ products_id: 'other', name: 'Laddoo', imageUrl: '/images/other.webp' })
const box = aProduct({ products_id: 'box', name: 'Laddoo Box' })
const soldOut = aProduct({ products_id: 'barfi', name: 'Barfi', stock: 0 })

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

it('ordered products that are sold out or no longer sold are listed by name', async () => {
  const { found, missing } = await find([
    { name: 'Barfi', imageUrl: '', quantity: 1 },
    { name: 'Jalebi', imageUrl: '', quantity: 1 },
  ])

  expect(found).toEqual([])
  expect(missing).toEqual(['Barfi', 'Jalebi'])
})

function find(items: { name: string; imageUrl: string; quantity: number }[]) {
  const fetchShop = httpFetchShop({
    fetch: async (path) => {
      const search = new URL(path, 'http://localhost').searchParams.get('search') ?? ''
      const matching = [box, sameName, laddoo, soldOut].filter(({ name }: Product) => name.includes(search))
      return Response.json({ data: { items: matching, total: matching.length, nextCursor: null } })
    },
  })
  return findOrderedProducts(
    fetchShop,
    items.map((item) => Object.assign({ category: 'Sweets', price: 10 }, item)),
  )
}
