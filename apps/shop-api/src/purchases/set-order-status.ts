import {
  type DeliveryStatus,
  mayDeliveryBecome,
  mayOrderBecome,
  type OrderStatus,
} from '@nashta/contracts/orders/order-status'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { OrderRecord, PurchaseStore } from './purchase-store.ts'
import { toPurchase } from './purchase.ts'
import { isOrder, orderNotFound } from './read-purchases.ts'

export type StatusChange = {
  orderStatus?: OrderStatus | undefined
  deliveryStatus?: DeliveryStatus | undefined
}

export async function setOrderStatus(
  { purchases }: { purchases: PurchaseStore },
  purchaseId: string,
  change: StatusChange,
): Promise<Purchase> {
  if (change.orderStatus === undefined && change.deliveryStatus === undefined) {
    throw new ServiceError('VALIDATION_FAILED', 'body: needs an orderStatus or a deliveryStatus')
  }
  const order = await purchases.change(purchaseId, (current) => {
    if (!isOrder(current)) throw orderNotFound()
    return moved(current, change)
  })
  if (!order) throw orderNotFound()
  return toPurchase(order)
}

function moved(order: OrderRecord, { orderStatus, deliveryStatus }: StatusChange): OrderRecord {
  const isCancelled = orderStatus === 'CANCELLED'
  if (order.state === 'pending' && !isCancelled) throw unpaid()
  if (orderStatus && !mayOrderBecome(order.orderStatus, orderStatus)) {
    throw illegal('An order', order.orderStatus, orderStatus)
  }
  if (deliveryStatus && !mayDeliveryBecome(order.deliveryStatus, deliveryStatus)) {
    throw illegal('A delivery', order.deliveryStatus, deliveryStatus)
  }
  return {
    ...order,
    // Nobody waits for its payment any more: what the gateway says later must not bring it back.
    state: isCancelled ? 'placed' : order.state,
    orderStatus: orderStatus ?? order.orderStatus,
    deliveryStatus: deliveryStatus ?? order.deliveryStatus,
  }
}

function unpaid() {
  return new ServiceError('ILLEGAL_TRANSITION', 'An order whose payment is not settled can only be cancelled')
}

function illegal(what: string, from: string, to: string) {
  return new ServiceError('ILLEGAL_TRANSITION', `${what} that is ${from} cannot become ${to}`)
}
