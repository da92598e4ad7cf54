import { describeParcel } from '@nashta/contracts/orders/parcel'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { illegalTransition, unchanged, withTimeline } from '../../order/order-state.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { MAIL_SHIPPED, assertContentPacked, assertNotCancelled, assertStatus } from '../rules/packing.ts'
import { hasFacts, type ParcelFacts, parcelsOf, withNewParcel } from '../rules/parcels.ts'

/** The order was given to a courier. */
type Shipped = { kind: 'shipped'; parcel: ParcelFacts }

export function shipOrder(order: OrderRecord, { parcel }: Shipped, { at }: ShopTime): OrderTransition {
  const isRepeated =
    order.orderStatus === 'SHIPPED' && parcelsOf(order).some((earlier) => hasFacts(earlier, parcel))
  if (isRepeated) return unchanged(order)
  if (order.fulfilment.isCollected) throw illegalTransition('The customer collects this order')
  assertNotCancelled(order)
  assertStatus(order, 'CONFIRMED', 'shipped')
  assertContentPacked(order)
  const withNew = withNewParcel(order, parcel, at)
  const shipped: OrderRecord = {
    ...withNew,
    orderStatus: 'SHIPPED',
    // A later delivery status, which an operator set by hand, stays.
    deliveryStatus: order.deliveryStatus === 'PROCESSING' ? 'SHIPPED' : order.deliveryStatus,
  }
  const parcelId = parcelsOf(shipped).at(-1)?.parcelId
  const details = { note: describeParcel(parcel), ...(parcelId !== undefined && { parcelId }) }
  return { order: withTimeline(shipped, at, 'shipped', details), effects: [MAIL_SHIPPED] }
}
