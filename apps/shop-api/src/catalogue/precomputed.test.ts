import { afterEach, beforeEach, expect, it } from 'vitest'
import { ADMIN, openTestCatalogue } from './catalogue.fixture.ts'
import { aProduct } from './product.fixture.ts'

let shop: ReturnType<typeof openTestCatalogue>

beforeEach(async () => {
  shop = openTestCatalogue()
  await shop.products.fillIfEmpty([aProduct({ products_id: 'laddoo', stock: 5 })])
})
afterEach(() => shop.close())

const LIST = '/api/products'
const PRODUCT = '/api/products/laddoo'

async function requestBoth() {
  for (const url of [LIST, PRODUCT]) await shop.app.inject(url)
}

function precomputedText(url: string) {
  return shop.precomputed(url)?.forms.identity.body.toString()
}

it('a response is precomputed after its first request, and equals the response over HTTP', async () => {
  expect([precomputedText(LIST), precomputedText(PRODUCT)]).toEqual([undefined, undefined])
  await requestBoth()

  expect(precomputedText(LIST)).toBe((await shop.app.inject(LIST)).body)
  expect(precomputedText(PRODUCT)).toBe((await shop.app.inject(PRODUCT)).body)
})

it('a change by an admin drops the precomputed responses until the next request', async () => {
  await requestBoth()
  await shop.app.inject({ method: 'PUT', url: PRODUCT, headers: ADMIN, body: { name: 'Besan Laddoo' } })
  expect([precomputedText(LIST), precomputedText(PRODUCT)]).toEqual([undefined, undefined])

  await requestBoth()
  expect(precomputedText(LIST)).toContain('Besan Laddoo')
  expect(precomputedText(PRODUCT)).toContain('Besan Laddoo')
})

it('sold stock shows at once in a single product, and within a second in the list', async () => {
  await requestBoth()
  await shop.takeStock('laddoo', 5)
  expect(precomputedText(PRODUCT)).toBeUndefined()

  await requestBoth()
  expect(precomputedText(PRODUCT)).toContain('"stock":0')
  shop.later(1000)
  expect(precomputedText(LIST)).toBeUndefined()
  await requestBoth()
  expect(precomputedText(LIST)).toContain('"stock":0')
})

it('the precomputed list is not used when the sales scores are due to be read', async () => {
  await requestBoth()
  // Sales are read every ten seconds.
  shop.later(10_000)
  expect(precomputedText(LIST)).toBeUndefined()
})
