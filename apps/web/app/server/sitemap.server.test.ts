import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { FIRST_SHELVES } from '@nashta/contracts/storefront/shelf-rules'
import { expect, it } from 'vitest'
import { makeSitemapFile, makeSitemapIndex } from './sitemap.server.ts'

/** A Shop API with `count` products. A cursor is the index of the next product. */
function setup(count: number, urlsPerFile = 250) {
  const products = Array.from({ length: count }, (_, index) => aProduct({ products_id: `snack-${index}` }))
  const requested: string[] = []
  return {
    requested,
    deps: {
      publicUrl: 'https://snacks.example',
      urlsPerFile,
      fetchShop: httpFetchShop({
        async fetch(path) {
          requested.push(path)
          if (path === '/api/storefront') return Response.json({ data: { shelves: FIRST_SHELVES } })
          const query = new URL(path, 'http://api').searchParams
          // The shelf of donuts has all products, and the others have none.
          const category = query.get('category')
          if (category !== null && category !== 'Donuts')
            return Response.json({ data: { items: [], total: 0, nextCursor: null } })
          const start = Number(query.get('cursor') ?? 0)
          const end = start + Number(query.get('limit'))
          const nextCursor = end < count ? String(end) : null
          return Response.json({ data: { items: products.slice(start, end), total: count, nextCursor } })
        },
      }),
    },
  }
}

const addressesIn = (xml: string | null) =>
  Array.from((xml ?? '').matchAll(/<loc>(.*?)<\/loc>/g), ([, url]) => url)

it.each([
  [0, []],
  [1, [1]],
  [250, [1]],
  [251, [1, 2]],
])(
  'the sitemap of %d products has the product files %j, and one file of other pages',
  async (count, fileNumbers) => {
    expect(addressesIn(await makeSitemapIndex(setup(count).deps))).toEqual([
      'https://snacks.example/sitemaps/pages.xml',
      ...fileNumbers.map((number) => `https://snacks.example/sitemaps/products-${number}.xml`),
    ])
  },
)

it('the sitemap lists every product once over all its files', async () => {
  const { deps } = setup(620)
  const names = ['products-1.xml', 'products-2.xml', 'products-3.xml']
  const files = await Promise.all(names.map((name) => makeSitemapFile(deps, name)))

  expect(files.map((file) => addressesIn(file).length)).toEqual([250, 250, 120])
  expect(files.flatMap(addressesIn)).toEqual(
    Array.from({ length: 620 }, (_, index) => `https://snacks.example/product/snack-${index}`),
  )
  expect(files[0]).toContain('<lastmod>2026-01-01T00:00:00.000Z</lastmod>')
})

it.each(['products-2.xml', 'products-0.xml', 'products-1', 'products-01.xml', 'x.xml', 'pages'])(
  'the sitemap has no file %s, and at most one call finds that out',
  async (name) => {
    const { deps, requested } = setup(250)
    expect(await makeSitemapFile(deps, name)).toBeNull()
    expect(requested.length).toBeLessThanOrEqual(1)
  },
)

it('the sitemap lists the pages by their absolute addresses', async () => {
  const pages = addressesIn(await makeSitemapFile(setup(3).deps, 'pages.xml'))
  expect(pages).toContain('https://snacks.example/')
  expect(pages).toContain('https://snacks.example/terms')
  // Shelves without products are not for search engines.
  expect(pages.filter((url) => url?.includes('/collections/')).slice(-1)).toEqual([
    'https://snacks.example/collections/donuts',
  ])
})
