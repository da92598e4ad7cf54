import { guardStorage } from '@nashta/browser/storage/browser-storage'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { expect, it } from 'vitest'
import { createProductCache } from './product-cache.ts'

const NOON = new Date('2026-01-01T12:00:00.000Z')

function setup(records = new Map<string, string>()) {
  const storage = guardStorage({
    getItem: (key) => records.get(key) ?? null,
    setItem: (key, text) => void records.set(key, text),
    removeItem: (key) => void records.delete(key),
  })
  return { records, cache: createProductCache(storage, () => NOON) }
}

it('the product cache gives back the list and the time of its last write', () => {
  const { records, cache } = setup()
  cache.write([aProduct({ name: 'Laddoo' })])

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
  cache.write([])
  if (text === null) records.delete('nashta.products')
  else records.set('nashta.products', text)

  expect(cache.read()).toBeNull()
})

it('the product cache holds the first products of a list that is too long for storage', () => {
  const { records, cache } = setup()
  const long = Array.from({ length: 400 }, (_, index) =>
    aProduct({ products_id: `p${index}`, description: 'x'.repeat(4000) }),
  )
  cache.write(long)

  expect(records.get('nashta.products')?.length).toBeLessThanOrEqual(500_000)
  expect(cache.read()?.products).toEqual(long.slice(0, 100))
})

it.each([
  ['absent', null],
  ['forbidden', { getItem: refuse, setItem: refuse, removeItem: refuse }],
])('the product cache does not throw where storage is %s', (_case, storage) => {
  const cache = createProductCache(guardStorage(storage), () => NOON)

  cache.write([aProduct()])
  expect(cache.read()).toBeNull()
})

function refuse(): never {
  throw new DOMException('no', 'QuotaExceededError')
}
