import { askForBill, askForLinkedBill } from '@nashta/contracts/orders/bills'
import { cancelOrder, claimPaid, payRest, refuseEdit } from '@nashta/contracts/orders/order-actions'
import {
  cancelLinkedOrder,
  claimLinkedPaid,
  confirmLinkedOrder,
  payLinkedRest,
  refuseLinkedEdit,
} from '@nashta/contracts/orders/order-link'
import type { PaymentChoice } from '@nashta/contracts/orders/payment-details'
import { useQueryClient } from '@tanstack/react-query'
import { fetchShop } from '../../data/calls/fetch-shop.ts'
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
  async function cacheReply(call: Promise<{ data: ShownOrder }>): Promise<ShownOrder> {
    const { data: order } = await call
    // A reply to an earlier poll must not replace the changed order.
    await client.cancelQueries({ queryKey, exact: true })
    client.setQueryData(queryKey, order)
    if ('token' in access) return order
    // The order may also be cached in the purchase history, and as the newest order.
    for (const copies of [ordersQuery(access.userId), newestOrderQuery(access.userId)])
      void client.invalidateQueries({ queryKey: copies.queryKey })
    return order
  }

  return {
    cancel: (reason: string) => cacheReply(sendCancel(access, { reason })),
    claimPaid: (reference: string) => cacheReply(sendClaim(access, reference === '' ? {} : { reference })),
    refuseEdit: (editId: string) => cacheReply(sendRefusal(access, { editId })),
    askForBill: () => cacheReply(sendBillWish(access)),
    payRest: (choice: PaymentChoice, amount: number, idempotencyKey: string) =>
      cacheReply(sendRest(access, { paymentDetails: choice, amount }, idempotencyKey)),
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

function sendRest(
  access: OrderAccess,
  body: { paymentDetails: PaymentChoice; amount: number },
  idempotencyKey: string,
): Promise<{ data: ShownOrder }> {
  if ('token' in access) return fetchShop(payLinkedRest, { params: access, body, idempotencyKey })
  return fetchShop(payRest, { params: { orderId: access.orderId }, body, idempotencyKey })
}
