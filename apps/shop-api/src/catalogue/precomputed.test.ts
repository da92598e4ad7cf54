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
const ONE = '/api/products/laddoo'

async function visit() {
  for (const url of [LIST, ONE]) await shop.app.inject(url)
}

function text(url: string) {
  return shop.precomputed(url)?.forms.identity.body.toString()
}

it('a response is precomputed after the first request for it, and equals it', async () => {
  expect([text(LIST), text(ONE)]).toEqual([undefined, undefined])
  await visit()

  expect(text(LIST)).toBe((await shop.app.inject(LIST)).body)
  expect(text(ONE)).toBe((await shop.app.inject(ONE)).body)
})

it('a change by an admin drops the precomputed responses until the next request', async () => {
  await visit()
  await shop.app.inject({ method: 'PUT', url: ONE, headers: ADMIN, body: { name: 'Besan Laddoo' } })
  expect([text(LIST), text(ONE)]).toEqual([undefined, undefined])

  await visit()
  expect(text(LIST)).toContain('Besan Laddoo')
  expect(text(ONE)).toContain('Besan Laddoo')
})

it('sold stock shows at once in a single product, and within a second in the list', async () => {
  await visit()
  await shop.takeStock('laddoo', 5)
  await new Promise(setImmediate)
  expect(text(ONE)).toBeUndefined()

  await visit()
  expect(text(ONE)).toContain('"stock":0')
  shop.later(1000)
  expect(text(LIST)).toBeUndefined()
  await visit()
  expect(text(LIST)).toContain('"stock":0')
})

it('the precomputed list is not used when the sales order is due to be read', async () => {
  await visit()
  shop.later(10_000)
  expect(text(LIST)).toBeUndefined()
})
