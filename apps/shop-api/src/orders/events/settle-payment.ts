import { asPaise } from '@nashta/contracts/money'
import { addOpenTime } from '@nashta/contracts/open-time'
import { isBankReference } from '@nashta/contracts/orders/bank-reference'
import {
  CLAIM_EXPIRED,
  CONFIRMATION_EXPIRED,
  IF_YOU_HAVE_PAID,
  NOT_WAITING_FOR_PAYMENT,
  PAYMENT_EXPIRED,
  UPI_PAYMENT_EXPIRED,
} from '@nashta/contracts/orders/order-texts'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ReceivedMoney, WaitingPayment } from '../../payments/payments.ts'
import type { ShopTime } from '../../shop/shop-time.ts'
import {
  endedPayment,
  hasRecordedMoney,
  paidPayment,
  returnAllStock,
  unchanged,
  withTimeline,
} from '../order/order-state.ts'
import type { PaymentRecord } from '../order/payment-record.ts'
import { isUnsettled, isWaiting, type OrderPhase, phaseOf } from '../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../order/purchase-store.ts'
import { extendedClaimLimit } from '../order/unpaid-orders.ts'
import { END_KEYLESS_ATTEMPT, settleAsCancelled } from './cancel-order.ts'
import { cartEffects, confirmOrder } from './confirm-order.ts'
import { refundUnexpected } from './refunds.ts'

export const LATE_REASON = 'The payment arrived when the order was already paid or over'
export const WRONG_AMOUNT_REASON = 'The amount of the payment was not the amount of the order'
const NEVER_CHARGED = 'The payment did not go through, and nothing was charged'

/** The open time that an operator has to look for a payment that the shopper claims to have sent. */
const CLAIM_LIFETIME_MS = 48 * 60 * 60 * 1000

/** Confirms an order that waits for this amount of money. Refunds any other money. */
export function receiveMoney(order: OrderRecord, money: ReceivedMoney, time: ShopTime): OrderTransition {
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
  const cancelled = settleAsCancelled(withFailedPayment(refunded.order, WRONG_AMOUNT_REASON, at))
  return { order: cancelled.order, effects: [...refunded.effects, ...cancelled.effects] }
}

/**
 * Changes the payment of a cancelled order from `checking` (outcome unknown) to `unpaid`, so that
 * the reconciler stops asking the provider. The payment becomes `unpaid` even if money arrived,
 * because the money is refunded.
 */
function withCheckingEnded(order: OrderRecord): OrderRecord {
  const phase = phaseOf(order)
  const isMoneyUnknown = phase.name === 'over' && phase.money === 'checking'
  if (!isMoneyUnknown) return order
  return { ...order, payment: { ...order.payment, state: 'unpaid' } }
}

/** Makes the order pending: the shopper sees it, and the reconciler asks for the outcome later. */
export function waitForOutcome(order: OrderRecord): OrderTransition {
  if (phaseOf(order).name !== 'charging') return unchanged(order)
  return { order: { ...order, state: 'pending' }, effects: cartEffects(order) }
}

/** Makes the order pending, and gives the shopper until `expiresAt` to pay. */
export function waitForPayment(
  order: OrderRecord,
  { reference, form, upiUri, expiresAt }: WaitingPayment & { expiresAt: Date },
  at: Date,
): OrderTransition {
  if (phaseOf(order).name !== 'charging') return unchanged(order)
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

/** Records that one attempt to pay failed. The shopper may try again. */
export function noteFailedAttempt(order: OrderRecord, message: string, at: Date): OrderTransition {
  if (!isWaiting(order)) return unchanged(order)
  const after = withTimeline({ ...order, refusal: message }, at, 'paymentFailed', { note: message })
  return { order: after, effects: [] }
}

function withFailedPayment(order: OrderRecord, refusal: string, at: Date): OrderRecord {
  const unpaid = { ...order, refusal, payment: endedPayment(order.payment, at) }
  return withTimeline(unpaid, at, 'paymentFailed', { note: refusal })
}

export function declineOrder(order: OrderRecord, refusal: string, at: Date): OrderTransition {
  if (!isUnsettled(order)) return { order: withCheckingEnded(order), effects: [] }
  const ended = withFailedPayment(order, refusal, at)
  // The shopper has already seen a pending order, so it stays in the shopper's history.
  if (isWaiting(order)) return settleAsCancelled(ended)
  const returned = returnAllStock(ended)
  return {
    order: { ...returned.order, state: 'declined' },
    effects: [...returned.effects, END_KEYLESS_ATTEMPT],
  }
}

/**
 * Ends an order whose time to pay or to confirm is over, or whose charge never reached the provider.
 */
export function expireOrder(order: OrderRecord, at: Date): OrderTransition {
  // The shopper has not seen a charging order yet, so the order is removed.
  const phase = phaseOf(order)
  if (phase.name === 'charging') return { order: null, effects: returnAllStock(order).effects }
  if (!isUnsettled(order)) return { order: withCheckingEnded(order), effects: [] }
  // The outcome of the charge was unknown. The reconciler has now asked the provider once more, and
  // the provider does not know the charge.
  if (phase.name === 'checking') return declineOrder(order, NEVER_CHARGED, at)
  // The shopper may have pressed "I have paid" after the reconciler read the order. The order then
  // has more time.
  const { expiresAt } = order.payment
  if (expiresAt !== undefined && Date.parse(expiresAt) > at.getTime()) return unchanged(order)
  const ended = {
    ...order,
    refusal: textOfExpiry(phase, order.payment),
    payment: endedPayment(order.payment, at),
  }
  const kind = phase.name === 'waitingForConfirmation' ? 'confirmationExpired' : 'paymentExpired'
  return settleAsCancelled(withTimeline(ended, at, kind))
}

/** Says that nothing was charged only when the provider has said so. Nobody can ask a UPI app. */
function textOfExpiry(phase: OrderPhase, { provider }: PaymentRecord) {
  if (phase.name === 'waitingForConfirmation') return CONFIRMATION_EXPIRED
  if (phase.name === 'waitingForMoney' && phase.isClaimed) return CLAIM_EXPIRED
  return provider === 'upi' ? `${UPI_PAYMENT_EXPIRED} ${IF_YOU_HAVE_PAID}` : PAYMENT_EXPIRED
}

/** Stops asking the provider about late money. */
export function endWatch(order: OrderRecord): OrderTransition {
  const { watchedUntil, ...payment } = order.payment
  return watchedUntil === undefined ? unchanged(order) : { order: { ...order, payment }, effects: [] }
}

/** The shopper says that the money of a UPI payment was sent. */
export type PaymentClaim = {
  /** The bank's number of the payment, or empty. */
  claimedReference: string
  /** Whether the claim may give the order more time. */
  mayExtend: boolean
}

/**
 * Records the claim. Only a claim with a bank's number gives the order more time, once, and counts
 * towards the limit of such orders: otherwise a click would hold the stock for two days.
 */
export function claimPaid(
  order: OrderRecord,
  { claimedReference, mayExtend }: PaymentClaim,
  time: ShopTime,
): OrderTransition {
  const { payment } = order
  const isClaimed = payment.state === 'claimed'
  const hasNewReference = claimedReference !== '' && claimedReference !== payment.claimedReference
  if (isClaimed && !hasNewReference) return unchanged(order)
  const isUpi = payment.upiUri !== undefined
  const isAwaited = phaseOf(order).name === 'waitingForMoney'
  if (!isUpi || !isAwaited) throw new ServiceError('NOT_WAITING_FOR_PAYMENT', NOT_WAITING_FOR_PAYMENT)
  const isFirstNumber = isBankReference(claimedReference) && !isBankReference(payment.claimedReference ?? '')
  const isExtended = mayExtend && isFirstNumber
  const claimed: PaymentRecord = {
    ...payment,
    state: 'claimed',
    ...(isExtended && { expiresAt: claimDeadline(time).toISOString() }),
    ...(claimedReference !== '' && { claimedReference }),
  }
  const note = claimedReference === '' ? {} : { note: claimedReference }
  return {
    order: withTimeline({ ...order, payment: claimed }, time.at, 'paymentClaimed', note),
    effects: isExtended ? [{ kind: 'countUnpaid', limits: [extendedClaimLimit(order)] }] : [],
  }
}

/** When the time to look for a payment is over that the shopper claims now. */
function claimDeadline({ at, closedDays }: ShopTime): Date {
  return addOpenTime(at, CLAIM_LIFETIME_MS, closedDays)
}
