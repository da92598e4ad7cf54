import {
  type DeliveryStatus,
  type OrderStatus,
  mayDeliveryBecome,
  mayOrderBecome,
} from '@nashta/contracts/orders/order-status'
import type { ShopTime } from '../../shop/shop-time.ts'
import { illegalTransition, orderNotFound, withTimeline } from '../order/order-state.ts'
import { isOver, isVisible, isWaiting } from '../order/phase.ts'
import type { OrderEffect, OrderRecord, OrderTransition } from '../order/purchase-store.ts'
import { DELIVERY_WORDS, ORDER_WORDS } from '../order/status-words.ts'
import { cancelOrder } from './rules/cancel.ts'
import { MAIL_DELIVERED, MAIL_SHIPPED, assertContentPacked, withRecordedDelivery } from './rules/packing.ts'

/** The reason in the timeline, because a status change has none of its own. */
export const CANCELLED_BY_SHOP = 'Cancelled by the shop'

export type StatusChange = {
  orderStatus?: OrderStatus | undefined
  deliveryStatus?: DeliveryStatus | undefined
}

/** An operator changed the status of the order or of its delivery. */
type StatusChanged = { kind: 'statusChanged' } & StatusChange

export function changeStatus(order: OrderRecord, change: StatusChanged, { at }: ShopTime): OrderTransition {
  const { orderStatus: newOrderStatus, deliveryStatus: newDeliveryStatus } = change
  if (!isVisible(order)) throw orderNotFound()
  const isCancellation = newOrderStatus === 'CANCELLED'
  if (isWaiting(order) && !isCancellation) {
    throw illegalTransition('An order whose payment is not settled can only be cancelled')
  }
  if (newDeliveryStatus && (isCancellation || isOver(order))) {
    throw illegalTransition('A cancelled order has no delivery')
  }
  if (newOrderStatus && !mayOrderBecome(order.orderStatus, newOrderStatus)) {
    throw illegalTransition(
      `An order that is ${ORDER_WORDS[order.orderStatus]} cannot become ${ORDER_WORDS[newOrderStatus]}`,
    )
  }
  if (newDeliveryStatus && !mayDeliveryBecome(order.deliveryStatus, newDeliveryStatus)) {
    throw illegalTransition(
      `A delivery that is ${DELIVERY_WORDS[order.deliveryStatus]} cannot become ${DELIVERY_WORDS[newDeliveryStatus]}`,
    )
  }
  if (newDeliveryStatus && newDeliveryStatus !== 'DELIVERED') {
    if (newOrderStatus === 'DELIVERED')
      throw illegalTransition(
        `An order cannot become delivered while its delivery becomes ${DELIVERY_WORDS[newDeliveryStatus]}`,
      )
    if (order.orderStatus === 'DELIVERED')
      throw illegalTransition(
        `The delivery of a delivered order cannot become ${DELIVERY_WORDS[newDeliveryStatus]}`,
      )
  }
  if (isCancellation) return cancelOrder(order, CANCELLED_BY_SHOP, at)
  assertContentPacked(order)
  const changed = {
    ...order,
    orderStatus: newOrderStatus ?? order.orderStatus,
    deliveryStatus: newDeliveryStatus ?? order.deliveryStatus,
  }
  return { order: withRecordedStatus(changed, change, at), effects: effectsOfStatus(newOrderStatus) }
}

/**
 * Records in the timeline that the order is shipped, out for delivery or delivered. A delivered
 * cash order is also recorded as paid.
 */
function withRecordedStatus(changed: OrderRecord, { orderStatus, deliveryStatus }: StatusChange, at: Date) {
  let order = changed
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
