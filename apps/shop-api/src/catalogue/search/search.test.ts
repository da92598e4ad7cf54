import { productPageReply } from '@nashta/contracts/catalogue/product'
import { searchSuite } from '@nashta/contracts/catalogue/search/search.suite'
import { rupeesToPaise } from '@nashta/contracts/money'
import { afterEach } from 'vitest'
import { openTestCatalogue } from '../catalogue.fixture.ts'
import { aProduct } from '../product.fixture.ts'

let test: ReturnType<typeof openTestCatalogue>
afterEach(() => test.close())

searchSuite(async (products) => {
  test = openTestCatalogue()
  await test.products.fillIfEmpty(
    products.map(({ price, mrp: _mrp, brand: _brand, noAddedSugar: _noAddedSugar, ...product }) =>
      aProduct({ ...product, pricePaise: rupeesToPaise(price) }),
    ),
  )

  /** Searches over HTTP, and returns the ids on all pages. */
  return async function findAllPages(search, cursor = ''): Promise<string[]> {
    const response = await test.app.inject({ url: '/api/products', query: { search, cursor, limit: '100' } })
    const { items, nextCursor } = productPageReply.parse(response.json()).data
    const ids = items.map(({ products_id }) => products_id)
    return nextCursor === null ? ids : [...ids, ...(await findAllPages(search, nextCursor))]
  }
})
