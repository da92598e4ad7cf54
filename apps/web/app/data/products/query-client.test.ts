// @vitest-environment happy-dom
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { expect, it } from 'vitest'
import { catalogueKeys, rememberPageData } from './page-data.ts'
import { getQueryClient } from './query-client.tsx'

it('what the server sent with the page is in the query cache, and is fetched again when it is shown', () => {
  const product = aProduct({ products_id: 'sent' })
  rememberPageData(catalogueKeys.product('sent'), product)

  const client = getQueryClient()
  expect(client.getQueryData(catalogueKeys.product('sent'))).toEqual(product)
  expect(client.getQueryState(catalogueKeys.product('sent'))?.dataUpdatedAt).toBe(0)
})

it('what the server sent does not replace what was fetched since', () => {
  const key = catalogueKeys.product('fetched')
  const fetched = aProduct({ products_id: 'fetched', price: 99 })
  getQueryClient().setQueryData(key, fetched)
  rememberPageData(key, aProduct({ products_id: 'fetched', price: 89 }))

  expect(getQueryClient().getQueryData(key)).toEqual(fetched)
})
