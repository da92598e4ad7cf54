import {
  CONFIRMATION_EXPIRED,
  NOT_WAITING_FOR_PAYMENT,
  PAYMENT_EXPIRED,
} from '@nashta/contracts/orders/order-texts'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { PaymentRecord } from '../../payments/payment-record.ts'
import type { PaymentOutcome, WaitingPayment } from '../../payments/payments.ts'
import {
  endedPayment,
  isAccepted,
  isUnsettled,
  orderNotFound,
  paidPayment,
  returnAllStock,
  unchanged,
  withTimeline,
} from '../order-state.ts'
import type { OrderRecord, OrderTransition } from '../purchase-store.ts'
import { END_KEYLESS_ATTEMPT, MAIL_CANCELLED } from './cancel-order.ts'
import { cartEffects, confirmFirstCashOrder, confirmOrder } from './confirm-order.ts'
import { refundLateMoney } from './refunds.ts'

const NEVER_CHARGED = 'The payment did not go through, and nothing was charged'

/** The time that an operator has to check a payment that the shopper says was sent. */
const CLAIM_LIFETIME_MS = 48 * 60 * 60 * 1000

/** Confirms an order that waits for this amount. Any other money is refunded. */
export function receiveMoney(
  order: OrderRecord,
  money: Extract<PaymentOutcome, { kind: 'approved' }>,
  at: Date,
): OrderTransition {
  const { transactionId, amountPaise } = money
  const isKnown =
    order.transactionId === transactionId ||
    order.refunds.some((refund) => refund.transactionId === transactionId)
  if (isKnown) return unchanged(order)
  if (!isUnsettled(order) || amountPaise !== order.totalPaise) {
    return refundLateMoney(withCheckEnded(order), money, at)
  }
  const paid = withTimeline(order, at, 'paid', { amountPaise })
  return confirmOrder({ ...paid, transactionId, payment: paidPayment(order.payment, amountPaise) }, at)
}

/**
 * Changes the payment of a cancelled order from `checking` to `unpaid`, so that the provider is no
 * longer asked about it. It is `unpaid` even if money came, because late money is refunded. Any
 * other order is returned as it is.
 */
function withCheckEnded(order: OrderRecord): OrderRecord {
  if (isUnsettled(order) || order.payment.state !== 'checking') return order
  return { ...order, payment: { ...order.payment, state: 'unpaid' } }
}

/** Accepts an order whose payment has an unknown outcome. */
export function acceptOrder(order: OrderRecord): OrderTransition {
  if (order.state !== 'charging') return unchanged(order)
  return { order: { ...order, state: 'pending' }, effects: cartEffects(order) }
}

export function waitForPayment(
  order: OrderRecord,
  { reference, form, upiUri, expiresAt }: WaitingPayment & { expiresAt: Date },
  at: Date,
): OrderTransition {
  if (order.state !== 'charging') return unchanged(order)
  const payment: PaymentRecord = {
    ...order.payment,
    state: 'waiting',
    expiresAt: expiresAt.toISOString(),
    ...(reference !== undefined && { reference }),
    ...(form && { form }),
    ...(upiUri !== undefined && { upiUri }),
  }
  const after = withTimeline({ ...order, state: 'pending', payment }, at, 'paymentWaiting')
  return { order: after, effects: cartEffects(order) }
}

export function noteFailedAttempt(order: OrderRecord, message: string, at: Date): OrderTransition {
  if (order.state !== 'pending') return unchanged(order)
  const after = withTimeline({ ...order, refusal: message }, at, 'paymentFailed', { note: message })
  return { order: after, effects: [] }
}

export function declineOrder(order: OrderRecord, refusal: string, at: Date): OrderTransition {
  if (!isUnsettled(order)) return { order: withCheckEnded(order), effects: [] }
  const ended: OrderRecord = { ...order, refusal, payment: endedPayment(order.payment, at) }
  const returned = returnAllStock(withTimeline(ended, at, 'paymentFailed', { note: refusal }))
  if (order.state === 'charging') {
    return {
      order: { ...returned.order, state: 'declined' },
      effects: [...returned.effects, END_KEYLESS_ATTEMPT],
    }
  }
  // The shopper has already seen the order as accepted, so it stays in their history, cancelled.
  return {
    order: { ...returned.order, state: 'placed', orderStatus: 'CANCELLED' },
    effects: [...returned.effects, END_KEYLESS_ATTEMPT, MAIL_CANCELLED],
  }
}

export function expireOrder(order: OrderRecord, at: Date): OrderTransition {
  // The shopper has not seen the order yet. Null removes it and its attempt, as if the shopper had
  // never sent it.
  if (order.state === 'charging') return { order: null, effects: returnAllStock(order).effects }
  if (order.state !== 'pending') return { order: withCheckEnded(order), effects: [] }
  // The provider does not know the payment, although the shop sent it long ago.
  if (order.payment.state === 'checking') return declineOrder(order, NEVER_CHARGED, at)
  const isUnconfirmed = order.payment.state === 'unconfirmed'
  const refusal = isUnconfirmed ? CONFIRMATION_EXPIRED : PAYMENT_EXPIRED
  const ended = { ...order, refusal, payment: endedPayment(order.payment, at) }
  const kind = isUnconfirmed ? 'confirmationExpired' : 'paymentExpired'
  const returned = returnAllStock(withTimeline(ended, at, kind))
  return {
    order: { ...returned.order, state: 'placed', orderStatus: 'CANCELLED' },
    effects: [...returned.effects, END_KEYLESS_ATTEMPT, MAIL_CANCELLED],
  }
}

/** Stops asking the provider about late money. */
export function endWatch(order: OrderRecord): OrderTransition {
  const { watchedUntil, ...payment } = order.payment
  return watchedUntil === undefined ? unchanged(order) : { order: { ...order, payment }, effects: [] }
}

/** The shopper says that a UPI payment was sent. `claimedReference` is its number, or empty. */
export function claimPaid(order: OrderRecord, claimedReference: string, at: Date): OrderTransition {
  const { payment } = order
  const isClaimed = payment.state === 'claimed'
  const hasNewReference = claimedReference !== '' && claimedReference !== payment.claimedReference
  if (isClaimed && !hasNewReference) return unchanged(order)
  const isPayable = payment.state === 'waiting' || isClaimed
  if (order.state !== 'pending' || !isPayable || payment.upiUri === undefined)
    throw new ServiceError('NOT_WAITING_FOR_PAYMENT', NOT_WAITING_FOR_PAYMENT)
  const claimed: PaymentRecord = {
    ...payment,
    state: 'claimed',
    // A second claim, with another reference, does not extend the time again.
    ...(!isClaimed && { expiresAt: new Date(at.getTime() + CLAIM_LIFETIME_MS).toISOString() }),
    ...(claimedReference !== '' && { claimedReference }),
  }
  const note = claimedReference === '' ? {} : { note: claimedReference }
  return { order: withTimeline({ ...order, payment: claimed }, at, 'paymentClaimed', note), effects: [] }
}

/**
 * An operator confirms a UPI payment, or a first order with cash on delivery. `reference` is the
 * number of the payment, or empty. A second confirmation changes nothing, also with another
 * reference.
 */
export function confirmByHand(order: OrderRecord, reference: string, at: Date): OrderTransition {
  if (!isAccepted(order)) throw orderNotFound()
  if (order.payment.state === 'unconfirmed') return confirmFirstCashOrder(order, null, at)
  if (order.payment.provider !== 'upi')
    throw new ServiceError('NOT_WAITING_FOR_PAYMENT', NOT_WAITING_FOR_PAYMENT)
  // A confirmation makes the payment `paid`. If the order is over, it refunds the money as late.
  const wasConfirmed = order.payment.state === 'paid' || order.refunds.some(({ isLate }) => isLate)
  if (wasConfirmed) return unchanged(order)
  const { purchaseId, totalPaise: amountPaise } = order
  const transactionId = `upi_${reference || purchaseId}`
  return receiveMoney(order, { kind: 'approved', transactionId, amountPaise }, at)
}
