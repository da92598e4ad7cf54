import { asPaise } from '@nashta/contracts/money'
import type { ReceivedMoney } from '../../../payments/payments.ts'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { furtherPayments, owedPaise, withFurther } from '../../order/further-payments.ts'
import { hasRecordedMoney, unchanged, withTimeline } from '../../order/order-state.ts'
import type { FurtherPayment } from '../../order/payment-record.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { LATE_REASON, refundUnexpected, WRONG_AMOUNT_REASON } from './refunds.ts'

/** Money that pays what is owed. Any other money goes back. */
export function receiveRest(
  order: OrderRecord,
  payment: FurtherPayment,
  money: ReceivedMoney,
  { at }: Pick<ShopTime, 'at'>,
): OrderTransition {
  const { transactionId, amountPaise, feePaise = asPaise(0) } = money
  if (hasRecordedMoney(order, transactionId)) return unchanged(order)
  const owed = owedPaise(order)
  const isWhole = amountPaise === owed || amountPaise - feePaise === owed
  if (owed === 0 || !isWhole) return receiveLate(order, payment, money, at)
  const paid = withFurther(order, {
    ...closedAttempt(payment),
    state: 'paid',
    amountPaise: owed,
    transactionId,
  })
  const { agreed: _agreed, ...edits } = order.edits ?? { list: [] }
  const withEntry = withTimeline(
    { ...paid, payment: { ...paid.payment, paidPaise: asPaise(order.payment.paidPaise + owed) } },
    at,
    'paid',
    { amountPaise: owed },
  )
  return {
    // Who pays the rest agrees to what the shop has changed.
    order: { ...withEntry, edits },
    effects: [{ kind: 'queueMail', mail: 'rest-paid', paymentId: payment.paymentId }],
  }
}

/** Money that the order does not wait for, or of another sum. */
export function receiveLate(
  order: OrderRecord,
  payment: FurtherPayment,
  { transactionId, amountPaise }: ReceivedMoney,
  at: Date,
): OrderTransition {
  const { paymentId } = payment
  const reason = owedPaise(order) === 0 ? LATE_REASON : WRONG_AMOUNT_REASON
  const isActive = payment.state !== 'paid' && payment.state !== 'unpaid'
  const after = isActive ? closedAttempt(payment) : withoutWatch(payment)
  return refundUnexpected(withFurther(order, after), { transactionId, paymentId, amountPaise, reason }, at)
}

/** The payment without what asks the shopper to pay. */
export function closedAttempt({
  form: _form,
  upiUri: _upiUri,
  refusal: _refusal,
  isSought: _sought,
  ...payment
}: FurtherPayment): FurtherPayment {
  return withoutWatch({ ...payment, state: 'unpaid' })
}

export function withoutWatch({ watchedUntil: _watchedUntil, ...payment }: FurtherPayment): FurtherPayment {
  return payment
}

export function nextPaymentId(order: OrderRecord) {
  return `X${furtherPayments(order).length + 1}`
}
