import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { aPurchase } from '@nashta/contracts/orders/purchase.fixture'
import { expect, it } from 'vitest'
import { fetchOrders } from './order-queries.ts'

const order = aPurchase()

it.each([
  ['a page', { purchases: [order], nextCursor: 'next' }, 'next'],
  ['a bare list', [order], null],
])('orders are read from %s', async (_case, data, nextCursor) => {
  const requests: string[] = []
  const fetchShop = httpFetchShop({
    fetch: async (path) => {
      requests.push(path)
      return Response.json({ data })
    },
  })

  expect(await fetchOrders(fetchShop, 'asha', { cursor: 'here' })).toEqual({ purchases: [order], nextCursor })
  expect(requests).toEqual(['/api/purchases/asha?cursor=here'])
})
