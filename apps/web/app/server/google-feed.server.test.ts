import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import type { Product } from '@nashta/contracts/catalogue/product'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { expect, it } from 'vitest'
import { makeGoogleFeed } from './google-feed.server.ts'

/**
 * A Shop API with one route, the list of these products. A cursor is the index of the next product.
 * `feed` resolves to an empty text when there is no such file.
 */
function setup(products: Product[], shop = aShop(), takesOrders = true) {
  const requested: string[] = []
  const fetchShop = httpFetchShop({
    async fetch(path) {
      requested.push(path)
      const { pathname, searchParams } = new URL(path, 'http://api')
      if (pathname !== '/api/products') return new Response('{}', { status: 404 })
      const start = Number(searchParams.get('cursor') ?? 0)
      const end = start + Number(searchParams.get('limit'))
      const items = products.slice(start, end)
      const nextCursor = end < products.length ? String(end) : null
      return Response.json({ data: { items, total: products.length, nextCursor } })
    },
  })
  const deps = { fetchShop, shop, takesOrders, publicUrl: 'https://snacks.example', productsPerFile: 250 }
  const feed = async (name = 'google.xml') => (await makeGoogleFeed(deps, name)) ?? ''
  return { requested, feed }
}
const feedOf = (products: Product[]) => setup(products).feed()
const idsIn = (feed: string) => Array.from(feed.matchAll(/<g:id>(.*?)<\/g:id>/g), ([, id]) => id)

it('the files of a large feed have every product once, and the first file takes one call per hundred products', async () => {
  const products = Array.from({ length: 620 }, (_, index) => aProduct({ products_id: `snack-${index}` }))
  const { feed, requested } = setup(products)
  const first = await feed()
  // The first 250 products are on three pages of the list, with a hundred products each.
  expect(requested).toHaveLength(3)
  const files = [first, await feed('google-2.xml'), await feed('google-3.xml')]
  expect(files.map((file) => idsIn(file).length)).toEqual([250, 250, 120])
  expect(files.flatMap(idsIn)).toEqual(products.map(({ products_id }) => products_id))
  expect(first).toContain('<channel><title>Nashta</title><link>https://snacks.example/</link>')
})

it.each(['google-4.xml', 'google-1.xml', 'google-0.xml', 'google-02.xml', 'google', 'x.xml'])(
  'the feed has no file %s',
  async (name) => {
    const { feed } = setup(Array.from({ length: 620 }, () => aProduct()))
    expect(await feed(name)).toBe('')
  },
)

it('the feed of an empty shop has no product', async () => {
  expect(await feedOf([])).toContain('</description></channel>')
})

it('the feed has the facts of a product in the form that Google reads', async () => {
  const feed = await feedOf([
    aProduct({
      products_id: 'chips-250',
      name: 'Banana Chips',
      description: 'Salted',
      price: 72.5,
      imageUrl: '/images/chips.webp',
      stock: 0,
      category: 'Chips',
      categories: ['Chips', 'Party'],
      family: 'banana-chips',
      packLabel: '250 g',
      netQuantity: { value: 250, unit: 'g' },
      brand: 'Kochi Chips',
    }),
  ])
  expect(feed).toContain(
    '<item><g:id>chips-250</g:id><g:title>Banana Chips</g:title><g:description>Salted</g:description>' +
      '<g:link>https://snacks.example/product/chips-250</g:link>' +
      '<g:image_link>https://snacks.example/images/chips.webp</g:image_link>' +
      '<g:price>72.50 INR</g:price><g:availability>out_of_stock</g:availability><g:condition>new</g:condition>' +
      '<g:product_type>Chips</g:product_type><g:product_type>Party</g:product_type><g:brand>Kochi Chips</g:brand>' +
      '<g:unit_pricing_measure>250g</g:unit_pricing_measure>' +
      '<g:unit_pricing_base_measure>100g</g:unit_pricing_base_measure>' +
      '<g:item_group_id>banana-chips</g:item_group_id><g:size>250 g</g:size>' +
      '<g:shipping><g:country>IN</g:country><g:price>0.00 INR</g:price></g:shipping></item>',
  )
})

it('the feed of a shop that delivers nowhere has no delivery fee', async () => {
  const { rest } = aShop().delivery
  const shop = aShop({ delivery: { zones: [], rest: { ...rest, delivers: false } } })
  expect(await setup([aProduct()], shop).feed()).not.toContain('g:shipping')
})

it('the feed escapes markup, and has no characters that XML does not allow', async () => {
  // `\ud800` is half of a character. It is replaced by `\ufffd`.
  const feed = await feedOf([aProduct({ name: 'A & <b>\u0000\u001f\ufffe\ud800 ]]> "c"', description: '' })])
  expect(feed).toContain('<g:title>A &amp; &lt;b&gt;\ufffd ]]&gt; "c"</g:title>')
})

it('the feed of a shop that is not open offers nothing', async () => {
  const { feed } = setup([aProduct()], aShop(), false)
  expect(await feed()).toContain('<title>')
  expect(await feed()).not.toContain('<item>')
  expect(await feed('google-2.xml')).toBe('')
})
