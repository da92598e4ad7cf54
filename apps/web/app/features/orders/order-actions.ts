import { cancelOrder, claimPaid } from '@nashta/contracts/orders/order-actions'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { useQueryClient } from '@tanstack/react-query'
import { fetchShop } from '../../data/fetch-shop.ts'
import { orderQuery, ordersKey, ordersQuery } from './order-queries.ts'

/** The calls by which a shopper changes an order. Each stores the changed order in the query cache. */
export function useOrderActions(userId: string, orderId: string) {
  const client = useQueryClient()
  const params = { orderId }

  async function store(call: Promise<{ data: Purchase }>) {
    const { data: order } = await call
    // A reply to an earlier poll must not replace the changed order.
    await client.cancelQueries({ queryKey: ordersKey(userId) })
    client.setQueryData(orderQuery(userId, orderId).queryKey, order)
    void client.invalidateQueries({ queryKey: ordersQuery(userId).queryKey })
  }

  return {
    cancel: (reason: string) => store(fetchShop(cancelOrder, { params, body: { reason } })),
    claimPaid: (reference: string) =>
      store(fetchShop(claimPaid, { params, body: reference === '' ? {} : { reference } })),
    refetch: () => void client.invalidateQueries({ queryKey: ordersKey(userId) }),
  }
}
