import type { GoodsFate } from '@nashta/contracts/orders/desk/order-calls'
import type { ShopTime } from '../../shop/shop-time.ts'
import { illegalTransition, orderNotFound, unchanged } from '../order/order-state.ts'
import { isOver, isVisible, phaseOf } from '../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../order/purchase-store.ts'
import { cancelOrder } from './rules/cancel.ts'

/** `goods` says what becomes of goods that have left the shop. */
type CancelledByShop = { kind: 'cancelledByShop'; reason: string; goods?: GoodsFate }

export function cancelByShop(
  order: OrderRecord,
  { reason, goods }: CancelledByShop,
  { at }: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  if (isOver(order)) return unchanged(order)
  if (phaseOf(order).name === 'delivered')
    throw illegalTransition('An order that is delivered cannot be cancelled')
  return cancelOrder(order, reason, at, goods)
}
