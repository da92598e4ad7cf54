import type { ShopTime } from '../../../shop/shop-time.ts'
import { orderNotFound, unchanged } from '../../order/order-state.ts'
import { isOver, isVisible, phaseOf } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { confirmFirstCashOrder } from '../rules/confirm.ts'

/** The shopper confirms a first cash order with the code of the mail. */
type CashConfirmed = { kind: 'cashConfirmed'; code: string }

/**
 * Confirms a first cash order with the code that the shopper got by mail. For a wrong code, the
 * response is that of an order that does not exist.
 */
export function confirmByCode(order: OrderRecord, { code }: CashConfirmed, time: ShopTime): OrderTransition {
  const { method, confirmationCode } = order.payment
  if (method !== 'cod' || !isVisible(order) || isOver(order)) throw orderNotFound()
  // A confirmed order no longer stores its code, so the code of a second click is not compared.
  const isConfirmed = phaseOf(order).name !== 'waitingForConfirmation'
  if (isConfirmed) return unchanged(order)
  if (code !== confirmationCode) throw orderNotFound()
  return confirmFirstCashOrder(order, time)
}
