import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { expect, it } from 'vitest'
import { createSavedProducts, type ProductStorage } from './saved-products.ts'

const NOON = new Date('2026-01-01T12:00:00.000Z')

function setup(kept = new Map<string, string>()) {
  const storage: ProductStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
  }
  return { kept, saved: createSavedProducts(storage, () => NOON) }
}

it('gives back what was saved, and when', () => {
  const { kept, saved } = setup()
  saved.write([aProduct({ name: 'Laddoo' })])

  expect(saved.read()).toEqual({ products: [aProduct({ name: 'Laddoo' })], savedAt: NOON.getTime() })
  expect([...kept.keys()]).toEqual(['nashta.products', 'nashta.last-sync'])
})

it.each([
  ['nothing', null],
  ['no JSON', '{"version":1,"data":[{'],
  ['another version', '{"version":7,"data":[]}'],
  ['another shape', '{"version":1,"data":[{"name":"Laddoo"}]}'],
])('has nothing where storage holds %s', (_case, text) => {
  const { kept, saved } = setup()
  saved.write([])
  if (text === null) kept.delete('nashta.products')
  else kept.set('nashta.products', text)

  expect(saved.read()).toBeNull()
})

it('keeps the first products of a list that is too long for storage', () => {
  const { kept, saved } = setup()
  const long = Array.from({ length: 400 }, (_, index) =>
    aProduct({ products_id: `p${index}`, description: 'x'.repeat(4000) }),
  )
  saved.write(long)

  expect(kept.get('nashta.products')?.length).toBeLessThanOrEqual(500_000)
  expect(saved.read()?.products).toEqual(long.slice(0, 100))
})

it.each([
  ['absent', null],
  ['forbidden', { getItem: refuse, setItem: refuse }],
])('never breaks where storage is %s', (_case, storage) => {
  const saved = createSavedProducts(storage, () => NOON)

  saved.write([aProduct()])
  expect(saved.read()).toBeNull()
})

function refuse(): never {
  throw new DOMException('no', 'QuotaExceededError')
}
