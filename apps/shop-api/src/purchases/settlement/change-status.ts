import {
  type DeliveryStatus,
  mayDeliveryBecome,
  mayOrderBecome,
  type OrderStatus,
} from '@nashta/contracts/orders/order-status'
import { MAIL_DELIVERED, MAIL_SHIPPED, withRecordedDelivery } from '../desk/fulfil-order.ts'
import { illegalTransition, isVisible, orderNotFound, withTimeline } from '../order-state.ts'
import type { OrderEffect, OrderRecord, OrderTransition } from '../purchase-store.ts'
import { cancelOrder } from './cancel-order.ts'

const CANCELLED_BY_SHOP = 'Cancelled by the shop'

export type StatusChange = {
  orderStatus?: OrderStatus | undefined
  deliveryStatus?: DeliveryStatus | undefined
}

export function changeStatus(order: OrderRecord, change: StatusChange, at: Date): OrderTransition {
  const { orderStatus, deliveryStatus } = change
  if (!isVisible(order)) throw orderNotFound()
  const isCancellation = orderStatus === 'CANCELLED'
  if (order.state === 'pending' && !isCancellation) {
    throw illegalTransition('An order whose payment is not settled can only be cancelled')
  }
  if (orderStatus && !mayOrderBecome(order.orderStatus, orderStatus)) {
    throw illegalTransition(`An order that is ${order.orderStatus} cannot become ${orderStatus}`)
  }
  if (deliveryStatus && !mayDeliveryBecome(order.deliveryStatus, deliveryStatus)) {
    throw illegalTransition(`A delivery that is ${order.deliveryStatus} cannot become ${deliveryStatus}`)
  }
  if (orderStatus === 'DELIVERED' && deliveryStatus && deliveryStatus !== 'DELIVERED') {
    throw illegalTransition(`An order cannot become DELIVERED while its delivery becomes ${deliveryStatus}`)
  }
  if (order.orderStatus === 'DELIVERED' && deliveryStatus && deliveryStatus !== 'DELIVERED') {
    throw illegalTransition(`The delivery of a DELIVERED order cannot become ${deliveryStatus}`)
  }
  const orderWithDeliveryStatus = deliveryStatus ? { ...order, deliveryStatus } : order
  if (isCancellation) return cancelOrder(orderWithDeliveryStatus, CANCELLED_BY_SHOP, at)
  const changed = { ...orderWithDeliveryStatus, orderStatus: orderStatus ?? order.orderStatus }
  return { order: withRecordedStatus(changed, change, at), effects: effectsOfStatus(orderStatus) }
}

/**
 * Records in the timeline that the order is shipped, out for delivery or delivered. A delivered
 * cash order is also recorded as paid.
 */
function withRecordedStatus(before: OrderRecord, { orderStatus, deliveryStatus }: StatusChange, at: Date) {
  let order = before
  if (orderStatus === 'SHIPPED') order = withTimeline(order, at, 'shipped')
  if (deliveryStatus === 'OUT_FOR_DELIVERY') order = withTimeline(order, at, 'outForDelivery')
  if (orderStatus === 'DELIVERED') order = withRecordedDelivery(order, at)
  return order
}

function effectsOfStatus(orderStatus: OrderStatus | undefined): readonly OrderEffect[] {
  if (orderStatus === 'SHIPPED') return [MAIL_SHIPPED]
  if (orderStatus === 'DELIVERED') return [MAIL_DELIVERED]
  return []
}
