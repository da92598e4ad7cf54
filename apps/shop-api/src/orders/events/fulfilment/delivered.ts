import type { ShopTime } from '../../../shop/shop-time.ts'
import { illegalTransition, unchanged } from '../../order/order-state.ts'
import { phaseOf } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import {
  MAIL_DELIVERED,
  assertContentPacked,
  assertNotCancelled,
  assertStatus,
  withRecordedDelivery,
} from '../rules/packing.ts'

type Delivered = { kind: 'delivered' }

/** Goods that are collected go over the counter as soon as they are packed. */
function assertReadyToCollect(order: OrderRecord) {
  assertNotCancelled(order)
  assertStatus(order, 'CONFIRMED', 'handed over')
  if (phaseOf(order).name !== 'toHandOver') throw illegalTransition('Pack the order first')
  assertContentPacked(order)
}

export function deliverOrder(order: OrderRecord, _event: Delivered, { at }: ShopTime): OrderTransition {
  if (phaseOf(order).name === 'delivered') return unchanged(order)
  if (order.fulfilment.isCollected) assertReadyToCollect(order)
  else assertStatus(order, 'SHIPPED', 'delivered')
  const delivered: OrderRecord = { ...order, orderStatus: 'DELIVERED', deliveryStatus: 'DELIVERED' }
  return { order: withRecordedDelivery(delivered, at), effects: [MAIL_DELIVERED] }
}
