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
  return shop.atHand(url)?.forms.identity.body
}

it('is nothing before somebody asked, and the same answer after', async () => {
  expect([text(LIST), text(ONE)]).toEqual([undefined, undefined])
  await visit()

  expect(text(LIST)).toBe((await shop.app.inject(LIST)).body)
  expect(text(ONE)).toBe((await shop.app.inject(ONE)).body)
})

it('is gone with the first change of what is offered, and right again once somebody has asked', async () => {
  await visit()
  await shop.app.inject({ method: 'PUT', url: ONE, headers: ADMIN, body: { name: 'Besan Laddoo' } })
  expect([text(LIST), text(ONE)]).toEqual([undefined, undefined])

  await visit()
  expect(text(LIST)).toContain('Besan Laddoo')
  expect(text(ONE)).toContain('Besan Laddoo')
})

it('never shows a stock that is sold: a single product at once, the list within its second', async () => {
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

it('looks at the sales order again in time', async () => {
  await visit()
  shop.later(10_000)
  expect(text(LIST)).toBeUndefined()
})
