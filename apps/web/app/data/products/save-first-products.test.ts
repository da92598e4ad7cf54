import { guardStorage } from '@nashta/browser/storage/browser-storage'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { expect, it } from 'vitest'
import { createProductCache } from './product-cache.ts'
import { saveFirstProducts } from './save-first-products.ts'

const NOW = new Date('2026-11-16T12:00:00Z')
const [anise, barfi] = [aProduct({ products_id: 'anise' }), aProduct({ products_id: 'barfi' })]

it('the reply to the first catalogue call is saved, and the product cache can read it', () => {
  const storage = emptyStorage()
  saveFirstProducts(storage, replyOf([anise], null), NOW)
  expect(readSaved(storage)).toEqual({ products: [anise], savedAt: NOW.getTime() })
})

it('a newer reply replaces the saved list of a catalogue of one page', () => {
  const storage = emptyStorage()
  saveFirstProducts(storage, replyOf([anise], null), new Date(0))
  saveFirstProducts(storage, replyOf([barfi], null), NOW)
  expect(readSaved(storage)).toEqual({ products: [barfi], savedAt: NOW.getTime() })
})

it('the first page of a longer catalogue does not replace a saved list', () => {
  const storage = emptyStorage()
  saveFirstProducts(storage, replyOf([anise], 'next'), NOW)
  saveFirstProducts(storage, replyOf([barfi], 'next'), NOW)
  expect(readSaved(storage)?.products).toEqual([anise])
})

it.each([['{}'], ['{"data":{"items":[{}],"nextCursor":null}}']])(
  'the product cache reads nothing after the invalid reply %s',
  (reply) => {
    const storage = emptyStorage()
    saveFirstProducts(storage, reply, NOW)
    expect(readSaved(storage)).toBeNull()
  },
)

function emptyStorage() {
  const items = new Map<string, string>()
  return guardStorage({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  })
}

function replyOf(items: unknown[], nextCursor: string | null) {
  return JSON.stringify({ data: { items, total: items.length, nextCursor } })
}

function readSaved(storage: ReturnType<typeof emptyStorage>) {
  return createProductCache(storage, () => NOW).read()
}
