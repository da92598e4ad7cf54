import { CANCEL_TOO_LATE } from '@nashta/contracts/orders/order-texts'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ShopTime } from '../../shop/shop-time.ts'
import { orderNotFound, unchanged } from '../order/order-state.ts'
import { isOver, isVisible, mayShopperCancel } from '../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../order/purchase-store.ts'
import { cancelOrder } from './rules/cancel.ts'

type CancelledByShopper = { kind: 'cancelledByShopper'; reason: string }

export function cancelByShopper(
  order: OrderRecord,
  { reason }: CancelledByShopper,
  { at }: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  if (isOver(order)) return unchanged(order)
  if (!mayShopperCancel(order)) throw new ServiceError('CANCEL_TOO_LATE', CANCEL_TOO_LATE)
  return cancelOrder(order, reason, at)
}
