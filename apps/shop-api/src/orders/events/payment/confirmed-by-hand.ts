import type { ShopTime } from '../../../shop/shop-time.ts'
import { illegalTransition, orderNotFound, unchanged } from '../../order/order-state.ts'
import { isUnsettled, isVisible, phaseOf } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { confirmFirstCashOrder } from '../rules/confirm.ts'
import { assertSeenByHand, isPaidBy, type SeenPayment, wholePayment } from '../rules/seen-payment.ts'
import { receiveMoney } from './approved.ts'

const ORDER_HAS_ENDED = 'This order has ended. Revive it, or record the payment and send it back.'
const ORDER_IS_PAID = 'This order is paid. Record a second payment, and send it back.'

/** An operator has seen the payment of a UPI order, or confirms a first cash order. */
type ConfirmedByHand = { kind: 'confirmedByHand'; seen: SeenPayment | null }

/**
 * Confirms a first cash order, or an order whose UPI payment the operator has seen. The amount must
 * be the order's total.
 */
export function confirmByHand(
  order: OrderRecord,
  { seen }: ConfirmedByHand,
  time: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  if (phaseOf(order).name === 'waitingForConfirmation') return confirmFirstCashOrder(order, time)
  assertSeenByHand(order)
  if (order.payment.state === 'paid' && isPaidBy(order, seen)) return unchanged(order)
  if (order.payment.state === 'paid') throw illegalTransition(ORDER_IS_PAID)
  if (!isUnsettled(order)) throw illegalTransition(ORDER_HAS_ENDED)
  const { transactionId, amountPaise, effects } = wholePayment(order, seen)
  const confirmed = receiveMoney(order, { kind: 'approved', transactionId, amountPaise }, time)
  return { ...confirmed, effects: [...confirmed.effects, ...effects] }
}
