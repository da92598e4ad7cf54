import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { aPurchase } from '@nashta/contracts/orders/purchase.fixture'
import { expect, it } from 'vitest'
import { fetchOrders } from './order-queries.ts'

const order = aPurchase()
const orderOnHold = { ...order, orderStatus: 'ON_HOLD', deliveryStatus: 'RETURNED' }

it.each([
  ['a page', { purchases: [order], nextCursor: 'next' }, [order], 'next'],
  ['a bare list', [order], [order], null],
  [
    'a list with unknown statuses and an unknown field, which is left out',
    [{ ...orderOnHold, gift: true }],
    [orderOnHold],
    null,
  ],
])('orders are read from %s', async (_case, data, purchases, nextCursor) => {
  const requests: string[] = []
  const fetchShop = httpFetchShop({
    fetch: async (path) => {
      requests.push(path)
      return Response.json({ data })
    },
  })

  expect(await fetchOrders(fetchShop, 'asha', { cursor: 'here' })).toEqual({ purchases, nextCursor })
  expect(requests).toEqual(['/api/purchases/asha?cursor=here'])
})
