import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { expect, it } from 'vitest'
import { loadCatalogue } from './load-catalogue.ts'

it('a catalogue with missing products is loaded three times, and then used with a warning that counts the missing ones', async () => {
  let loads = 0
  const fetchShop = httpFetchShop({
    async fetch() {
      loads += 1
      // The shop has three products and returns one.
      return Response.json({ data: { items: [aProduct()], total: 3, nextCursor: null } })
    },
  })
  const warnings: unknown[] = []
  const products = await loadCatalogue(fetchShop, { warn: (fields: unknown) => void warnings.push(fields) })
  expect([products.length, loads, warnings]).toEqual([1, 3, [{ count: 2 }]])
})
