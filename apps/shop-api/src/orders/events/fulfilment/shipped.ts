import type { Shipment } from '@nashta/contracts/orders/shipment'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { unchanged, withTimeline } from '../../order/order-state.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { MAIL_SHIPPED, assertContentPacked, assertNotCancelled, assertStatus } from '../rules/packing.ts'

/** The order was given to a courier. */
type Shipped = { kind: 'shipped'; shipment: Omit<Shipment, 'shippedAt'> }

export function shipOrder(
  order: OrderRecord,
  { shipment: { courier, trackingNumber, trackingUrl } }: Shipped,
  { at }: ShopTime,
): OrderTransition {
  const earlier = order.fulfilment.shipment
  const isRepeated =
    order.orderStatus === 'SHIPPED' &&
    earlier?.courier === courier &&
    earlier.trackingNumber === trackingNumber &&
    earlier.trackingUrl === trackingUrl
  if (isRepeated) return unchanged(order)
  assertNotCancelled(order)
  assertStatus(order, 'CONFIRMED', 'shipped')
  assertContentPacked(order)
  const shipment: Shipment = {
    courier,
    ...(trackingNumber !== undefined && { trackingNumber }),
    ...(trackingUrl !== undefined && { trackingUrl }),
    shippedAt: at.toISOString(),
  }
  const shipped: OrderRecord = {
    ...order,
    orderStatus: 'SHIPPED',
    // A later delivery status, which an operator set by hand, stays.
    deliveryStatus: order.deliveryStatus === 'PROCESSING' ? 'SHIPPED' : order.deliveryStatus,
    fulfilment: { ...order.fulfilment, shipment },
  }
  return { order: withTimeline(shipped, at, 'shipped', { note: courier }), effects: [MAIL_SHIPPED] }
}
