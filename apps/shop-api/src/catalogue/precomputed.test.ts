import { afterEach, beforeEach, expect, it } from 'vitest'
import { ADMIN, openTestCatalogue } from './catalogue.fixture.ts'
import { aProduct } from './product.fixture.ts'

let test: ReturnType<typeof openTestCatalogue>

beforeEach(async () => {
  test = openTestCatalogue()
  await test.products.fillIfEmpty([aProduct({ products_id: 'laddoo', stock: 5 })])
})
afterEach(() => test.close())

const LIST = '/api/products'
const PRODUCT = '/api/products/laddoo'

async function requestListAndProduct() {
  for (const url of [LIST, PRODUCT]) await test.app.inject(url)
}

function precomputedText(url: string) {
  return test.precomputed(url)?.forms.identity.body.toString()
}

it('a response is precomputed after its first request, and equals the response over HTTP', async () => {
  expect([precomputedText(LIST), precomputedText(PRODUCT)]).toEqual([undefined, undefined])
  await requestListAndProduct()

  expect(precomputedText(LIST)).toBe((await test.app.inject(LIST)).body)
  expect(precomputedText(PRODUCT)).toBe((await test.app.inject(PRODUCT)).body)
})

it('a change by an admin drops the precomputed responses until the next request', async () => {
  await requestListAndProduct()
  await test.app.inject({ method: 'PUT', url: PRODUCT, headers: ADMIN, body: { name: 'Besan Laddoo' } })
  expect([precomputedText(LIST), precomputedText(PRODUCT)]).toEqual([undefined, undefined])

  await requestListAndProduct()
  expect(precomputedText(LIST)).toContain('Besan Laddoo')
  expect(precomputedText(PRODUCT)).toContain('Besan Laddoo')
})

it('sold stock shows at once in a single product, and within a second in the list', async () => {
  await requestListAndProduct()
  await test.takeStock('laddoo', 5)
  expect(precomputedText(PRODUCT)).toBeUndefined()

  await requestListAndProduct()
  expect(precomputedText(PRODUCT)).toContain('"stock":0')
  test.later(1000)
  expect(precomputedText(LIST)).toBeUndefined()
  await requestListAndProduct()
  expect(precomputedText(LIST)).toContain('"stock":0')
})

it('the precomputed list is not used when the sales scores are due to be read', async () => {
  await requestListAndProduct()
  // Sales are read every ten seconds.
  test.later(10_000)
  expect(precomputedText(LIST)).toBeUndefined()
})
