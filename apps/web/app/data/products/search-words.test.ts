// @vitest-environment happy-dom
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const peanuts = aProduct({ products_id: 'peanuts', name: 'Masala Peanuts' })
const OWN = { synonyms: [{ searched: ['chakna'], finds: ['peanut'] }], version: 'v2' }
let requests: string[] = []

beforeEach(() => {
  requests = []
  localStorage.clear()
  vi.resetModules()
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    return Response.json({ data: OWN })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** The modules as a new visit loads them. */
async function openVisit() {
  const { followSynonyms } = await import('./search-words.ts')
  const { filterProducts } = await import('./filter-products.ts')
  const search = (text: string) => filterProducts([peanuts], { search: text }).length
  return { followSynonyms, search }
}

it('the saved list is searched with the words of the shop, also by the next visit', async () => {
  const { followSynonyms, search } = await openVisit()
  expect(search('chakna')).toBe(0)
  await followSynonyms('v2')
  expect(search('chakna')).toBe(1)
  // The words of a new shop are not among them.
  expect(search('groundnut')).toBe(0)
  await followSynonyms('v2')
  expect(requests).toEqual(['/api/synonyms'])

  vi.resetModules()
  expect((await openVisit()).search('chakna')).toBe(1)
})

it('a shop without words of its own is searched with those of a new shop, and nothing is fetched', async () => {
  const { followSynonyms, search } = await openVisit()
  await followSynonyms(undefined)
  expect(search('groundnut')).toBe(1)
  await followSynonyms('v2')
  await followSynonyms(undefined)
  expect(search('groundnut')).toBe(1)
  expect(localStorage.length).toBe(0)
  expect(requests).toHaveLength(1)
})

it('words that cannot be fetched are fetched with the next list', async () => {
  const { followSynonyms, search } = await openVisit()
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('fetch failed')))
  await followSynonyms('v2')
  expect(search('groundnut')).toBe(1)
  vi.stubGlobal('fetch', async () => Response.json({ data: OWN }))
  await followSynonyms('v2')
  expect(search('chakna')).toBe(1)
})
