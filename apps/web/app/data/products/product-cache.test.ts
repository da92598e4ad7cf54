import { guardStorage } from '@nashta/browser/storage/browser-storage'
import type { Product, ProductPage } from '@nashta/contracts/catalogue/product'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { expect, it } from 'vitest'
import { createProductCache } from './product-cache.ts'

/** The most characters that the cache stores. */
const CHARACTERS_MAX = 500_000
const NOON = new Date('2026-01-01T12:00:00.000Z')

function setup(records = new Map<string, string>()) {
  const storage = guardStorage({
    getItem: (key) => records.get(key) ?? null,
    setItem: (key, text) => void records.set(key, text),
    removeItem: (key) => void records.delete(key),
  })
  return { records, cache: createProductCache(storage, () => NOON) }
}

it('the product cache returns the last list written, with its time', () => {
  const { records, cache } = setup()
  cache.write(pageOf([aProduct({ name: 'Laddoo' })]))

  expect(cache.read()).toEqual({ products: [aProduct({ name: 'Laddoo' })], savedAt: NOON.getTime() })
  expect([...records.keys()]).toEqual(['nashta.products', 'nashta.last-sync'])
})

it.each([
  ['nothing', null],
  ['no JSON', '{"version":1,"data":[{'],
  ['another version', '{"version":7,"data":[]}'],
  ['another shape', '{"version":1,"data":[{"name":"Laddoo"}]}'],
])('the product cache is empty where storage holds %s', (_case, text) => {
  const { records, cache } = setup()
  cache.write(pageOf([]))
  if (text === null) records.delete('nashta.products')
  else records.set('nashta.products', text)

  expect(cache.read()).toBeNull()
})

it('the product cache saves as many products as fit', () => {
  const { records, cache } = setup()
  const products = productsOf(400, 4000)
  cache.write(pageOf(products))

  const text = records.get('nashta.products') ?? ''
  const saved = cache.read()?.products ?? []
  expect(text.length).toBeLessThanOrEqual(CHARACTERS_MAX)
  const nextProduct = JSON.stringify(products[saved.length])
  expect(text.length + nextProduct.length).toBeGreaterThanOrEqual(CHARACTERS_MAX)
  expect(saved).toEqual(products.slice(0, saved.length))
})

it('all pages of the catalogue are saved; a changed first page leaves the others', async () => {
  const { records, cache } = setup()
  const catalogue = productsOf(250, 10)
  await cache.writeAll(createFindPage(catalogue))
  expect(cache.read()?.products).toEqual(catalogue)

  // A cache of another document starts with the stored records only.
  const changed = productsOf(100, 5)
  setup(records).cache.write({ items: changed, total: 250, nextCursor: '100' })
  expect(setup(records).cache.read()?.products).toEqual([...changed, ...catalogue.slice(100)])

  // A first page without a next page is the whole catalogue.
  cache.write(pageOf(changed))
  expect(cache.read()?.products).toEqual(changed)
})

it('a product that leaves the first page for a later one stays saved', async () => {
  const { cache } = setup()
  const catalogue = productsOf(150, 10)
  await cache.writeAll(createFindPage(catalogue))
  const [moved, ...others] = catalogue.slice(0, 101)
  cache.write({ items: others, total: 150, nextCursor: '100' })
  expect(cache.read()?.products).toEqual([...others, moved, ...catalogue.slice(101)])
})

it('the saved later pages are removed when the catalogue shrinks to its first page', async () => {
  const { cache } = setup()
  const catalogue = productsOf(150, 10)
  await cache.writeAll(createFindPage(catalogue))
  cache.write(pageOf(catalogue.slice(0, 100)))
  expect(cache.read()?.products).toEqual(catalogue.slice(0, 100))
})

it('a catalogue that does not fit is not fetched to its end', async () => {
  const { cache } = setup()
  let requests = 0
  const findPage = createFindPage(productsOf(2000, 4000))
  await cache.writeAll((query) => {
    requests += 1
    return findPage(query)
  })
  // The whole catalogue would take 20 requests for pages of 100 products.
  expect(requests).toBeLessThan(5)
})

it.each([
  ['absent', null],
  ['forbidden', { getItem: refuse, setItem: refuse, removeItem: refuse }],
])('the product cache does not throw where storage is %s', (_case, storage) => {
  const cache = createProductCache(guardStorage(storage), () => NOON)

  cache.write(pageOf([aProduct()]))
  expect(cache.read()).toBeNull()
})

function refuse(): never {
  throw new DOMException('no', 'QuotaExceededError')
}

function pageOf(items: Product[]): ProductPage {
  return { items, total: items.length, nextCursor: null }
}

function productsOf(count: number, descriptionLength: number) {
  return Array.from({ length: count }, (_, index) =>
    aProduct({ products_id: `p${index}`, description: 'x'.repeat(descriptionLength) }),
  )
}

/** Returns a function that finds one page. Its cursor is the number of products before the page. */
function createFindPage(catalogue: Product[]) {
  return async ({ limit = 0, cursor = '0' }: { limit?: number; cursor?: string }): Promise<ProductPage> => {
    const end = Number(cursor) + limit
    const items = catalogue.slice(Number(cursor), end)
    return { items, total: catalogue.length, nextCursor: end < catalogue.length ? String(end) : null }
  }
}
