import { askForBill, askForLinkedBill } from '@nashta/contracts/orders/bills'
import { cancelOrder, claimPaid, refuseEdit } from '@nashta/contracts/orders/order-actions'
import {
  cancelLinkedOrder,
  claimLinkedPaid,
  confirmLinkedOrder,
  refuseLinkedEdit,
} from '@nashta/contracts/orders/order-link'
import { useQueryClient } from '@tanstack/react-query'
import { fetchShop } from '../../data/fetch-shop.ts'
import {
  newestOrderQuery,
  type OrderAccess,
  orderQuery,
  ordersKey,
  ordersQuery,
  type ShownOrder,
} from './order-queries.ts'

/** The calls that change an order. Each puts the changed order into the query cache. */
export function useOrderActions(access: OrderAccess) {
  const client = useQueryClient()
  const { queryKey } = orderQuery(access)
  /** Puts the order that `call` replies with into the query cache. */
  async function cacheReply(call: Promise<{ data: ShownOrder }>) {
    const { data: order } = await call
    // A reply to an earlier poll must not replace the changed order.
    await client.cancelQueries({ queryKey, exact: true })
    client.setQueryData(queryKey, order)
    if ('token' in access) return
    // The order may also be cached in the purchase history, and as the newest order.
    for (const copies of [ordersQuery(access.userId), newestOrderQuery(access.userId)])
      void client.invalidateQueries({ queryKey: copies.queryKey })
  }

  return {
    cancel: (reason: string) => cacheReply(sendCancel(access, { reason })),
    claimPaid: (reference: string) => cacheReply(sendClaim(access, reference === '' ? {} : { reference })),
    refuseEdit: (editId: string) => cacheReply(sendRefusal(access, { editId })),
    askForBill: () => cacheReply(sendBillWish(access)),
    /** Needs the token, because an order is confirmed by its link only. */
    confirm: (token: string, code: string) =>
      cacheReply(fetchShop(confirmLinkedOrder, { params: { token }, body: { code } })),
    refetch: () =>
      void client.invalidateQueries({ queryKey: 'token' in access ? queryKey : ordersKey(access.userId) }),
  }
}

function sendCancel(access: OrderAccess, body: { reason: string }): Promise<{ data: ShownOrder }> {
  if ('token' in access) return fetchShop(cancelLinkedOrder, { params: access, body })
  return fetchShop(cancelOrder, { params: { orderId: access.orderId }, body })
}

function sendRefusal(access: OrderAccess, body: { editId: string }): Promise<{ data: ShownOrder }> {
  if ('token' in access) return fetchShop(refuseLinkedEdit, { params: access, body })
  return fetchShop(refuseEdit, { params: { orderId: access.orderId }, body })
}

function sendBillWish(access: OrderAccess): Promise<{ data: ShownOrder }> {
  if ('token' in access) return fetchShop(askForLinkedBill, { params: access, body: {} })
  return fetchShop(askForBill, { params: { orderId: access.orderId }, body: {} })
}

function sendClaim(access: OrderAccess, body: { reference?: string }): Promise<{ data: ShownOrder }> {
  if ('token' in access) return fetchShop(claimLinkedPaid, { params: access, body })
  return fetchShop(claimPaid, { params: { orderId: access.orderId }, body })
}
