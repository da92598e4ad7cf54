import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { expect, it } from 'vitest'
import { fetchProduct, fetchProductPage } from './fetch-products.ts'

const errorPage = async () => new Response('<html>', { status: 502 })
const unreachable = async () => Promise.reject(new TypeError('Failed to fetch'))
const refused = async () => Response.json({ message: 'Back soon' }, { status: 503 })

it.each([
  ['a list that a proxy replaced by an error page', {}, errorPage, 'Failed to fetch products'],
  [
    'a list with an empty search, from an unreachable store',
    { search: '' },
    unreachable,
    'Failed to fetch products',
  ],
  ['a search at an unreachable store', { search: 'laddoo' }, unreachable, 'Failed to search products'],
  [
    'a search that the store refuses with a message',
    { search: 'laddoo' },
    refused,
    'API request failed: Back soon',
  ],
])('%s fails with a text for the shopper', async (_case, query, fetch, message) => {
  await expect(fetchProductPage(httpFetchShop({ fetch }), query)).rejects.toMatchObject({ message })
})

it('a failed product fetch has the text of a failed list fetch, and the status', async () => {
  await expect(fetchProduct(httpFetchShop({ fetch: errorPage }), 'laddoo')).rejects.toMatchObject({
    message: 'Failed to fetch products',
    status: 502,
  })
})
