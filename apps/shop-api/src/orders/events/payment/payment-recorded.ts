import type { ShopTime } from '../../../shop/shop-time.ts'
import {
  activePayment,
  furtherPayments,
  isPaymentOf,
  owedPaise,
  soughtPayments,
  withFurther,
  withoutSearch,
} from '../../order/further-payments.ts'
import { hasRecordedMoney, illegalTransition, orderNotFound, unchanged } from '../../order/order-state.ts'
import { isSeenByHand } from '../../order/payment-record.ts'
import { isUnsettled, isVisible } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { LATE_REASON, refundUnexpected, WRONG_AMOUNT_REASON } from '../rules/refunds.ts'
import {
  assertSeenByHand,
  referenceEffects,
  transactionIdOf,
  type SeenPayment,
} from '../rules/seen-payment.ts'

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
  if (isPaymentOf(order, transactionId)) throw illegalTransition(PAYMENT_IS_OF_ORDER)
  if (hasRecordedMoney(order, transactionId)) return unchanged(order)
  const { amountPaise } = seen
  const owed = owedPaise(order)
  const isWrongAmount =
    (isUnsettled(order) && amountPaise !== order.totalPaise) || (owed > 0 && amountPaise !== owed)
  const reason = isWrongAmount ? WRONG_AMOUNT_REASON : LATE_REASON
  // Only money of a payment to the shop's own account is seen, and paid back, by hand.
  const paymentId = isSeenByHand(order.payment)
    ? undefined
    : furtherPayments(order).findLast(isSeenByHand)?.paymentId
  const refunded = refundUnexpected(order, { transactionId, paymentId, amountPaise, reason }, at)
  return {
    order: withoutClaim(refunded.order, seen),
    effects: [...refunded.effects, ...referenceEffects(seen)],
  }
}

/** The order after the claimed payment was found: if the order still waits, it may be paid again. */
function withoutClaim(order: OrderRecord, seen: SeenPayment): OrderRecord {
  const sought = soughtPayment(order, seen)
  if (sought) return withFurther(order, withoutSearch(sought))
  const rest = activePayment(order)
  if (rest?.state === 'claimed') {
    const { claimedReference: _claimed, ...waiting } = rest
    return withFurther(order, { ...waiting, state: 'waiting' })
  }
  if (order.payment.state !== 'claimed') return order
  const { claimedReference: _reference, ...payment } = order.payment
  const state = isUnsettled(order) ? 'waiting' : 'unpaid'
  // The refusal of an ended order says that its payment is not found yet.
  return { ...order, refusal: '', payment: { ...payment, state } }
}

/** The payment that was looked for, by its number; the oldest one if no claim has this number. */
function soughtPayment(order: OrderRecord, { reference }: SeenPayment) {
  const sought = soughtPayments(order)
  const isAboutActive = activePayment(order)?.claimedReference === reference
  return sought.find((each) => each.claimedReference === reference) ?? (isAboutActive ? undefined : sought[0])
}
