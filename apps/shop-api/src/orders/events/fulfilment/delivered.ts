import type { ShopTime } from '../../../shop/shop-time.ts'
import { unchanged } from '../../order/order-state.ts'
import { phaseOf } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { MAIL_DELIVERED, assertStatus, withRecordedDelivery } from '../rules/packing.ts'

type Delivered = { kind: 'delivered' }

export function deliverOrder(order: OrderRecord, _event: Delivered, { at }: ShopTime): OrderTransition {
  if (phaseOf(order).name === 'delivered') return unchanged(order)
  assertStatus(order, 'SHIPPED', 'delivered')
  const delivered: OrderRecord = { ...order, orderStatus: 'DELIVERED', deliveryStatus: 'DELIVERED' }
  return { order: withRecordedDelivery(delivered, at), effects: [MAIL_DELIVERED] }
}
