import { formatRupees, type Paise } from '@nashta/contracts/money'
import {
  IF_YOU_HAVE_PAID,
  NOT_WAITING_FOR_PAYMENT,
  PAYMENT_NOT_FOUND,
  SEEN_PAYMENT_REQUIRED,
} from '@nashta/contracts/orders/order-texts'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ShopTime } from '../../shop/shop-time.ts'
import {
  endedPayment,
  hasRecordedMoney,
  illegalTransition,
  orderNotFound,
  paidPayment,
  unchanged,
  withTimeline,
} from '../order/order-state.ts'
import type { PaymentRecord } from '../order/payment-record.ts'
import { isOver, isUnsettled, isVisible, phaseOf } from '../order/phase.ts'
import type { OrderEffect, OrderRecord, OrderTransition } from '../order/purchase-store.ts'
import { settleAsCancelled } from './cancel-order.ts'
import { confirmFirstCashOrder, confirmOrder } from './confirm-order.ts'
import { refundUnexpected } from './refunds.ts'
import { LATE_REASON, receiveMoney, WRONG_AMOUNT_REASON } from './settle-payment.ts'

/** A UPI payment that an operator has seen on the shop's account. */
export type SeenPayment = {
  amountPaise: Paise
  /** The bank's number of the payment; null when the account shows none. */
  reference: string | null
}

const ORDER_HAS_ENDED = 'This order has ended. Revive it, or record the payment and send it back.'
const ORDER_IS_PAID = 'This order is paid. Record a second payment, and send it back.'
const NOT_ENDED_UNPAID = 'Only an order that has ended unpaid can be revived'
const PAYMENT_GOES_BACK = 'This payment is recorded already, and goes back'
const PAYMENT_IS_OF_ORDER = 'This payment has paid the order'
const NO_CLAIM = 'The shopper does not say that this order is paid'

/**
 * Confirms a first cash order, or an order whose UPI payment the operator has seen. The amount must
 * be the order's total.
 */
export function confirmByHand(order: OrderRecord, seen: SeenPayment | null, time: ShopTime): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  if (phaseOf(order).name === 'waitingForConfirmation') return confirmFirstCashOrder(order, time)
  assertUpi(order)
  if (order.payment.state === 'paid' && isPaidBy(order, seen)) return unchanged(order)
  if (order.payment.state === 'paid') throw illegalTransition(ORDER_IS_PAID)
  if (!isUnsettled(order)) throw illegalTransition(ORDER_HAS_ENDED)
  const payment = assertWholeAmount(order, seen)
  const transactionId = transactionIdOf(order, payment)
  assertNotGoingBack(order, transactionId)
  const { amountPaise } = payment
  const confirmed = receiveMoney(order, { kind: 'approved', transactionId, amountPaise }, time)
  return { ...confirmed, effects: [...confirmed.effects, ...referenceEffects(payment)] }
}

/**
 * Confirms an order that has ended unpaid, because its payment was found later. The order takes its
 * stock again, and is refused when too little is left.
 */
export function reviveOrder(order: OrderRecord, seen: SeenPayment | null, time: ShopTime): OrderTransition {
  const { at } = time
  if (!isVisible(order)) throw orderNotFound()
  assertUpi(order)
  if (!isOver(order) && order.payment.state === 'paid' && isPaidBy(order, seen)) return unchanged(order)
  if (!isOver(order) || order.payment.state === 'paid') throw illegalTransition(NOT_ENDED_UNPAID)
  const payment = assertWholeAmount(order, seen)
  const transactionId = transactionIdOf(order, payment)
  assertNotGoingBack(order, transactionId)
  const { amountPaise } = payment
  const revived = withTimeline(withTimeline(order, at, 'revived'), at, 'paid', { amountPaise })
  const confirmed = confirmOrder(
    {
      ...revived,
      state: 'pending',
      transactionId,
      payment: { ...paidPayment(order.payment, amountPaise), revivedAt: at.toISOString() },
    },
    time,
  )
  const { restored } = order
  return {
    order: { ...confirmed.order, restored: [] },
    effects: [
      { kind: 'takeStock' },
      ...(restored.length > 0 ? [{ kind: 'removeRestoredLines', restored } as const] : []),
      ...confirmed.effects,
      ...referenceEffects(payment),
    ],
  }
}

/**
 * Records a payment that must go back: of another amount, a second one, or one for an order that has
 * ended. The operator has thereby found the payment that the shopper claims.
 */
export function recordPayment(
  order: OrderRecord,
  seen: SeenPayment & { reference: string },
  at: Date,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  assertUpi(order)
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

/** Ends a claim whose payment the operator has not found, and the order if it still waits. */
export function closeClaim(order: OrderRecord, at: Date): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  if (order.payment.state !== 'claimed') {
    const wasClosed = order.timeline.some(({ kind }) => kind === 'paymentNotFound')
    if (wasClosed && isOver(order)) return unchanged(order)
    throw illegalTransition(NO_CLAIM)
  }
  const unpaid: PaymentRecord = { ...endedPayment(order.payment, at), state: 'unpaid' }
  const refusal = `${PAYMENT_NOT_FOUND} ${IF_YOU_HAVE_PAID}`
  const closed = withTimeline({ ...order, refusal, payment: unpaid }, at, 'paymentNotFound')
  if (isUnsettled(order)) return settleAsCancelled(closed, 'payment-not-found')
  return { order: closed, effects: [{ kind: 'queueMail', mail: 'payment-not-found' }] }
}

/** The order after the claimed payment was found: if the order still waits, it may be paid again. */
function withoutClaim(order: OrderRecord): OrderRecord {
  if (order.payment.state !== 'claimed') return order
  const { claimedReference: _reference, ...payment } = order.payment
  const state = isUnsettled(order) ? 'waiting' : 'unpaid'
  // The refusal of an ended order says that its payment is not found yet.
  return { ...order, refusal: '', payment: { ...payment, state } }
}

function assertUpi({ payment }: OrderRecord) {
  if (payment.provider !== 'upi') throw new ServiceError('NOT_WAITING_FOR_PAYMENT', NOT_WAITING_FOR_PAYMENT)
}

function assertWholeAmount({ totalPaise }: OrderRecord, seen: SeenPayment | null): SeenPayment {
  if (seen === null) throw new ServiceError('VALIDATION_FAILED', SEEN_PAYMENT_REQUIRED)
  if (seen.amountPaise !== totalPaise) {
    const [total, amount] = [formatRupees(totalPaise), formatRupees(seen.amountPaise)]
    const message = `The order costs ${total}, not ${amount}. Record the payment of ${amount}, and send it back.`
    throw new ServiceError('AMOUNT_DIFFERS', message)
  }
  return seen
}

function assertNotGoingBack({ refunds }: OrderRecord, transactionId: string) {
  const goesBack = refunds.some((refund) => refund.transactionId === transactionId)
  if (goesBack) throw illegalTransition(PAYMENT_GOES_BACK)
}

/** Whether the seen payment is the one that has paid the order. */
function isPaidBy(order: OrderRecord, seen: SeenPayment | null) {
  return seen !== null && order.transactionId === transactionIdOf(order, seen)
}

function transactionIdOf({ purchaseId }: OrderRecord, { reference }: SeenPayment) {
  return `upi_${reference ?? purchaseId}`
}

/** The effect that binds the bank's number of the payment to this order. */
function referenceEffects({ reference }: SeenPayment): OrderEffect[] {
  return reference === null ? [] : [{ kind: 'useReference', reference }]
}
