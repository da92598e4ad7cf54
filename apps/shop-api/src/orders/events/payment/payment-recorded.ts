import type { ShopTime } from '../../../shop/shop-time.ts'
import { hasRecordedMoney, illegalTransition, orderNotFound, unchanged } from '../../order/order-state.ts'
import { isUnsettled, isVisible } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { refundUnexpected } from '../rules/refunds.ts'
import {
  assertSeenByHand,
  referenceEffects,
  transactionIdOf,
  type SeenPayment,
} from '../rules/seen-payment.ts'
import { LATE_REASON, WRONG_AMOUNT_REASON } from './approved.ts'

const PAYMENT_IS_OF_ORDER = 'This payment has paid the order'

/** An operator has seen a payment that must go back. */
type PaymentRecorded = { kind: 'paymentRecorded'; seen: SeenPayment & { reference: string } }

/**
 * Records a payment that must go back: of another amount, a second one, or one for an order that has
 * ended. The operator has thereby found the payment that the shopper claims.
 */
export function recordPayment(
  order: OrderRecord,
  { seen }: PaymentRecorded,
  { at }: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  assertSeenByHand(order)
  const transactionId = transactionIdOf(order, seen)
  if (order.transactionId === transactionId) throw illegalTransition(PAYMENT_IS_OF_ORDER)
  if (hasRecordedMoney(order, transactionId)) return unchanged(order)
  const { amountPaise } = seen
  const isWrongAmount = isUnsettled(order) && amountPaise !== order.totalPaise
  const reason = isWrongAmount ? WRONG_AMOUNT_REASON : LATE_REASON
  const refunded = refundUnexpected(order, { transactionId, amountPaise, reason }, at)
  return {
    order: withoutClaim(refunded.order),
    effects: [...refunded.effects, ...referenceEffects(seen)],
  }
}

/** The order after the claimed payment was found: if the order still waits, it may be paid again. */
function withoutClaim(order: OrderRecord): OrderRecord {
  if (order.payment.state !== 'claimed') return order
  const { claimedReference: _reference, ...payment } = order.payment
  const state = isUnsettled(order) ? 'waiting' : 'unpaid'
  // The refusal of an ended order says that its payment is not found yet.
  return { ...order, refusal: '', payment: { ...payment, state } }
}
