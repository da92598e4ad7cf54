import { asPaise } from '@nashta/contracts/money'
import type { EventOrigin, ReceivedMoney } from '../../../payments/payments.ts'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { hasRecordedMoney, paidPayment, unchanged, withTimeline } from '../../order/order-state.ts'
import { isUnsettled, isWaiting, phaseOf } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { settleAsCancelled } from '../rules/cancel.ts'
import { confirmOrder } from '../rules/confirm.ts'
import { LATE_REASON, refundUnexpected, WRONG_AMOUNT_REASON } from '../rules/refunds.ts'
import { withCheckingEnded, withFailedPayment } from '../rules/unpaid.ts'

/** Confirms an order that waits for this amount of money. Refunds any other money. */
export function receiveMoney(
  order: OrderRecord,
  money: ReceivedMoney & EventOrigin,
  time: ShopTime,
): OrderTransition {
  const { at } = time
  const { transactionId, amountPaise } = money
  if (hasRecordedMoney(order, transactionId)) return unchanged(order)
  if (!isUnsettled(order)) {
    return refundUnexpected(withCheckingEnded(order), { transactionId, amountPaise, reason: LATE_REASON }, at)
  }
  if (!isPaidBy(order, money)) return refundWrongAmount(order, money, at)
  // A fee on top stays with the provider, and is no part of later refunds.
  const { totalPaise } = order
  const paid = withTimeline(order, at, 'paid', { amountPaise: totalPaise })
  return confirmOrder({ ...paid, transactionId, payment: paidPayment(order.payment, totalPaise) }, time)
}

/** Whether the money is the order's total, or the total with the provider's fee on top. */
function isPaidBy({ totalPaise }: OrderRecord, { amountPaise, feePaise = asPaise(0) }: ReceivedMoney) {
  return amountPaise === totalPaise || amountPaise - feePaise === totalPaise
}

/** Refunds the wrong amount. Ends the order, unless the shopper can still pay the right amount. */
function refundWrongAmount(
  order: OrderRecord,
  { transactionId, amountPaise }: ReceivedMoney,
  at: Date,
): OrderTransition {
  const unexpected = { transactionId, amountPaise, reason: WRONG_AMOUNT_REASON }
  const refunded = refundUnexpected(order, unexpected, at)
  // A `checking` payment is a single charge by the store. No page offers to pay the order again.
  const canPayAgain = isWaiting(order) && phaseOf(order).name !== 'checking'
  if (canPayAgain) return refunded

  // A declined order would be hidden. The shopper and the operators must see the refund.
  const cancelled = settleAsCancelled(withFailedPayment(refunded.order, WRONG_AMOUNT_REASON, at), {
    because: 'unpaid',
  })
  return { order: cancelled.order, effects: [...refunded.effects, ...cancelled.effects] }
}
