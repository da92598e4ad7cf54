import { getPurchase, type Purchase } from '@nashta/contracts/orders/purchase'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { fetchShop } from '../../data/fetch-shop.ts'
import { fetchOrders } from './fetch-orders.ts'

/** Under the shopper's id, so that nobody is ever shown another's. */
export function ordersOf(userId: string) {
  return ['orders', userId]
}

export function ordersQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: [...ordersOf(userId), 'all'],
    queryFn: ({ pageParam, signal }) => fetchOrders(fetchShop, userId, { cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

export function orderQuery(userId: string, orderId: string) {
  return queryOptions({
    queryKey: [...ordersOf(userId), 'one', orderId],
    queryFn: async ({ signal }) => (await fetchShop(getPurchase, { params: { orderId }, signal })).data,
  })
}

export function newestOrderQuery(userId: string) {
  return queryOptions({
    queryKey: [...ordersOf(userId), 'newest'],
    queryFn: () => fetchNewestOrder(userId),
  })
}

/** As it is at this moment; null before the first. */
export async function fetchNewestOrder(userId: string): Promise<Purchase | null> {
  const { purchases } = await fetchOrders(fetchShop, userId, { limit: 1 })
  return purchases[0] ?? null
}
