import { cancelOrder, claimPaid } from '@nashta/contracts/orders/order-actions'
import { cancelLinkedOrder, claimLinkedPaid, confirmLinkedOrder } from '@nashta/contracts/orders/order-link'
import { useQueryClient } from '@tanstack/react-query'
import { fetchShop } from '../../data/fetch-shop.ts'
import { type OrderAccess, orderQuery, ordersKey, ordersQuery, type ShownOrder } from './order-queries.ts'

/** The calls that change an order. Each stores the changed order in the query cache. */
export function useOrderActions(access: OrderAccess) {
  const client = useQueryClient()
  const { queryKey } = orderQuery(access)
  /** A shopper also has the order in the purchase history, and perhaps as the newest order. */
  const keyOfAllCopies = 'token' in access ? queryKey : ordersKey(access.userId)

  async function store(call: Promise<{ data: ShownOrder }>) {
    const { data: order } = await call
    // A reply to an earlier poll must not replace the changed order.
    await client.cancelQueries({ queryKey: keyOfAllCopies })
    client.setQueryData(queryKey, order)
    if ('userId' in access) void client.invalidateQueries({ queryKey: ordersQuery(access.userId).queryKey })
  }

  return {
    cancel: (reason: string) => store(sendCancel(access, { reason })),
    claimPaid: (reference: string) => store(sendClaim(access, reference === '' ? {} : { reference })),
    /** Needs the token, because an order is confirmed by its link only. */
    confirm: (token: string, code: string) =>
      store(fetchShop(confirmLinkedOrder, { params: { token }, body: { code } })),
    refetch: () => void client.invalidateQueries({ queryKey: keyOfAllCopies }),
  }
}

function sendCancel(access: OrderAccess, body: { reason: string }): Promise<{ data: ShownOrder }> {
  if ('token' in access) return fetchShop(cancelLinkedOrder, { params: access, body })
  return fetchShop(cancelOrder, { params: { orderId: access.orderId }, body })
}

function sendClaim(access: OrderAccess, body: { reference?: string }): Promise<{ data: ShownOrder }> {
  if ('token' in access) return fetchShop(claimLinkedPaid, { params: access, body })
  return fetchShop(claimPaid, { params: { orderId: access.orderId }, body })
}
